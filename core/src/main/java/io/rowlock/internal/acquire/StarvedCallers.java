package io.rowlock.internal.acquire;

import io.rowlock.internal.dispatch.Starvation;
import io.rowlock.internal.queue.LocalQueue;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.AcquireResult.Failed;
import io.rowlock.internal.store.LockStore.PoolUse;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.StoreException.Kind;
import io.rowlock.internal.thread.LogThread;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Callers who wait for a lock while the data source has no connection to give. Often their own transactions have them all, and
 * end only after the wait. Or the database is down, and the pool blocks until it is back.
 *
 * <ol>
 *   <li>After a second the log says so, every ten seconds at most.
 *   <li>After a call timeout without any connection their acquisitions fail, however long they might have waited for the lock:
 *       but only if the pool says that all its connections are lent.
 *   <li>The pool's own numbers decide. If it shows none, its exception does: an outage has such exceptions too.
 *   <li>Otherwise they go on until the end of their wait. The failure then names what was found.
 * </ol>
 *
 * <p>Thread-safe.
 */
public final class StarvedCallers {
    private static final Logger LOG = LoggerFactory.getLogger(StarvedCallers.class);
    static final Duration WARN_AFTER = Duration.ofSeconds(1);

    /** An attempt begins a moment before its worker asks for a connection; a part of the call timeout. */
    private static final int MARGIN = 10;

    private static final long BETWEEN_WARNINGS = Duration.ofSeconds(10).toNanos();

    private final Starvation starvation;
    private final LocalQueue queue;
    private final Ticker ticker;
    private final Duration callTimeout;
    private final LogThread log;
    private final Supplier<Optional<PoolUse>> pool;
    private long warnedAt;

    /** Asks the pool only while there is no connection. */
    public StarvedCallers(
            Starvation starvation,
            LocalQueue queue,
            Ticker ticker,
            Duration callTimeout,
            LogThread log,
            Supplier<Optional<PoolUse>> pool) {
        this.starvation = starvation;
        this.queue = queue;
        this.ticker = ticker;
        this.callTimeout = callTimeout;
        this.log = log;
        this.pool = pool;
        warnedAt = ticker.nanos() - BETWEEN_WARNINGS;
    }

    /** Warns if there was no connection for a second. */
    void warn() {
        if (isStarved() && mayWarn()) {
            String found = describe(pool.get());
            log.write(() -> LOG.warn("the data source has given no connection for {}", found));
        }
    }

    /** Whether there was no connection for a second. */
    boolean isStarved() {
        return starvedNanos() >= WARN_AFTER.toNanos();
    }

    private synchronized boolean mayWarn() {
        long now = ticker.nanos();
        boolean may = now - warnedAt >= BETWEEN_WARNINGS;
        warnedAt = may ? now : warnedAt;
        return may;
    }

    /** Whether a caller should wait no longer: there was no connection for a call timeout, and all of the pool are lent. */
    boolean isHopeless(Duration waited) {
        return starvedForCallTimeout(waited) && isExhausted(pool.get());
    }

    private boolean starvedForCallTimeout(Duration waited) {
        long timeout = callTimeout.toNanos();
        long longest = timeout - timeout / MARGIN;
        return waited.toNanos() >= longest && starvedNanos() >= longest;
    }

    private boolean isExhausted(Optional<PoolUse> use) {
        return use.map(PoolUse::isExhausted).orElseGet(() -> said().isPresent());
    }

    /** The failure of a caller who was never asked for. */
    Failed failure() {
        return failure(null);
    }

    /** The same result; or, of an attempt that was not sent for a call timeout, the failure that says why. */
    AcquireResult explained(AcquireResult result, Duration waited) {
        return result instanceof Failed failed && isUnsent(failed.cause().kind()) && starvedForCallTimeout(waited)
                ? failure(failed.cause())
                : result;
    }

    private static boolean isUnsent(Kind kind) {
        return kind == Kind.UNREACHABLE || kind == Kind.EXHAUSTED;
    }

    private Failed failure(@Nullable StoreException last) {
        Optional<PoolUse> use = pool.get();
        return new Failed(new StoreException(
                isExhausted(use) ? Kind.UNUSABLE : Kind.UNREACHABLE,
                "the data source has given no connection for " + describe(use),
                last));
    }

    /** For how long, the reason as far as it is known, and the remedy. */
    private String describe(Optional<PoolUse> use) {
        return TimeUnit.NANOSECONDS.toMillis(starvedNanos()) + " ms"
                + said().map(said -> " (" + said + ")").orElse("")
                + use.map(known ->
                                ", with " + known.lent() + " of the " + known.most() + " connections of the pool lent")
                        .orElse("")
                + ", while " + waiting() + "; " + remedy(use);
    }

    private String remedy(Optional<PoolUse> use) {
        return isExhausted(use) ? PoolUse.REMEDY_IF_EXHAUSTED : PoolUse.remedy(use);
    }

    private Optional<String> said() {
        return starvation.said();
    }

    private String waiting() {
        int waiting = queue.waiting();
        return waiting > 1 ? waiting + " callers wait for locks" : "1 caller waits for a lock";
    }

    private long starvedNanos() {
        return starvation.nanos();
    }
}
