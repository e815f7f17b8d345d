package io.rowlock.internal.acquire;

import io.rowlock.internal.dispatch.Starvation;
import io.rowlock.internal.hold.HoldContext;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.AcquireResult.Failed;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.StoreException.Kind;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Callers who wait for a lock while the data source has no connection to give. Often their own transactions have them all, and
 * end only after the wait.
 *
 * <ol>
 *   <li>After a second the log says so, every ten seconds at most.
 *   <li>After a call timeout without any connection their acquisitions fail, however long they might have waited for the lock.
 *   <li>A database that cannot be reached is something else: then they go on until the end of their wait.
 * </ol>
 *
 * <p>Thread-safe.
 */
public final class StarvedCallers {
    private static final Logger LOG = LoggerFactory.getLogger(StarvedCallers.class);
    private static final String REMEDY =
            "if transactions of the application have all connections of the pool, acquire the"
                    + " lock before the transaction begins, or give Rowlock a pool of its own";
    static final Duration EARLY = Duration.ofSeconds(1);

    /** An attempt begins a moment before its worker asks for a connection; a part of the call timeout. */
    private static final int MARGIN = 10;

    private static final long BETWEEN_WARNINGS = Duration.ofSeconds(10).toNanos();

    private final HoldContext context;
    private long warnedAt;

    public StarvedCallers(HoldContext context) {
        this.context = context;
        warnedAt = context.ticker().nanos() - BETWEEN_WARNINGS;
    }

    /** Warns if there was no connection for a second. */
    void warn() {
        long starved = starvedNanos();
        if (isStarved() && mayWarn()) {
            context.log()
                    .write(() -> LOG.warn(
                            "the data source has given no connection for {} ms, while {}; {}",
                            TimeUnit.NANOSECONDS.toMillis(starved),
                            waiting(),
                            REMEDY));
        }
    }

    /** Whether there was no connection for a second. */
    boolean isStarved() {
        return starvedNanos() >= EARLY.toNanos();
    }

    private synchronized boolean mayWarn() {
        long now = context.ticker().nanos();
        boolean may = now - warnedAt >= BETWEEN_WARNINGS;
        warnedAt = may ? now : warnedAt;
        return may;
    }

    /** Whether a caller who has waited so long should wait no longer, because there was no connection for a call timeout. */
    boolean isHopeless(Duration waited) {
        long timeout = context.callTimeout().toNanos();
        long longest = timeout - timeout / MARGIN;
        return waited.toNanos() >= longest && starvedNanos() >= longest;
    }

    /** The failure of a caller who was never asked for. */
    Failed failure() {
        return failure(null);
    }

    /** The same result; or, of an attempt that was not sent, the failure that says why its caller should wait no longer. */
    AcquireResult explained(AcquireResult result, Duration waited) {
        return result instanceof Failed failed && isUnsent(failed.cause().kind()) && isHopeless(waited)
                ? failure(failed.cause())
                : result;
    }

    private static boolean isUnsent(Kind kind) {
        return kind == Kind.UNREACHABLE || kind == Kind.EXHAUSTED;
    }

    private Failed failure(@Nullable StoreException last) {
        Starvation starvation = context.executor().starvation();
        return new Failed(new StoreException(
                Kind.UNUSABLE,
                "the data source has given no connection for " + TimeUnit.NANOSECONDS.toMillis(starvation.nanos())
                        + " ms"
                        + starvation.said().map(said -> " (" + said + ")").orElse("") + ", while " + waiting() + "; "
                        + REMEDY,
                last));
    }

    private String waiting() {
        int waiting = context.queue().waiting();
        return waiting > 1 ? waiting + " callers wait for locks" : "1 caller waits for a lock";
    }

    private long starvedNanos() {
        return context.executor().starvation().nanos();
    }
}
