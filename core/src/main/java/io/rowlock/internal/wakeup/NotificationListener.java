package io.rowlock.internal.wakeup;

import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.WakeUps;
import io.rowlock.internal.thread.EngineThread;
import io.rowlock.internal.thread.LogThread;
import io.rowlock.internal.time.Backoff;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens for notifications, on a thread and a connection that exist only while someone waits.
 *
 * <ol>
 *   <li>It listens, pings itself through a worker, and counts as connected once the ping has arrived: some poolers accept a LISTEN
 *       and deliver nothing.
 *   <li>A connection that breaks is replaced. Until then no notification arrives, and locks are polled more often.
 *   <li>When the workers have no connection it gives its own back, and does without for a while.
 * </ol>
 */
final class NotificationListener implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NotificationListener.class);
    private static final Duration SLICE = Duration.ofMillis(100);

    /** Slices for which the workers may be without a connection: longer than it takes to open one. */
    private static final int PATIENCE = 10;

    private static final long PING_TIMEOUT = Duration.ofSeconds(5).toNanos();
    private static final long IDLE_TIMEOUT = Duration.ofSeconds(1).toNanos();
    private static final long WITHOUT = Duration.ofMinutes(1).toNanos();
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(2);

    private final StoreExecutor executor;
    private final Ticker ticker;
    private final Duration callTimeout;
    private final LockStore store;
    private final @Nullable WakeUps wakeUps;
    private final ContendedLocks contendedLocks;
    private final LogThread log;
    private Backoff backoff = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
    private volatile boolean connected;
    private volatile boolean closed;
    private volatile boolean givenUp;
    private volatile boolean pinged;
    private volatile long pingedAt;
    private volatile long neededAt;
    private volatile long notBefore;
    private volatile @Nullable Thread thread;

    NotificationListener(
            StoreExecutor executor,
            Ticker ticker,
            Duration callTimeout,
            LockStore store,
            ContendedLocks contendedLocks,
            LogThread log) {
        this.log = log;
        this.executor = executor;
        this.ticker = ticker;
        this.callTimeout = callTimeout;
        this.store = store;
        wakeUps = store.wakeUps().orElse(null);
        this.contendedLocks = contendedLocks;
        notBefore = ticker.nanos();
    }

    /** Whether the database can notify at all. */
    boolean isAvailable() {
        return wakeUps != null;
    }

    boolean isConnected() {
        return connected;
    }

    /** Someone waits. Called in steps of {@link ContendedLocks}, one after the other. */
    void need() {
        neededAt = ticker.nanos();
        Thread listening = thread;
        boolean idle = listening == null || !listening.isAlive();
        if (idle && wakeUps != null && !givenUp && !closed && neededAt - notBefore >= 0) {
            start();
        }
    }

    private void start() {
        Thread fresh = EngineThread.make("listener", this::work);
        thread = fresh;
        try {
            fresh.start();
        } catch (OutOfMemoryError noThread) {
            notBefore = ticker.nanos() + WITHOUT;
            log.write(() -> LOG.warn("no thread can be started to listen for releases; waiters poll", noThread));
        }
    }

    private boolean isNeeded() {
        return !closed && !givenUp && (contendedLocks.isWatching() || ticker.nanos() - neededAt < IDLE_TIMEOUT);
    }

    private void work() {
        while (isNeeded() && ticker.nanos() - notBefore >= 0) {
            try {
                listen();
            } catch (StoreException failure) {
                log.write(() ->
                        LOG.debug("no notifications of releases arrive for now; waiters poll more often", failure));
            } finally {
                setConnected(false);
                store.releaseConnection();
            }
            if (isNeeded()) {
                LockSupport.parkNanos(this, backoff.nanos());
            }
        }
    }

    private void setConnected(boolean now) {
        if (connected != now) {
            connected = now;
            contendedLocks.connectionChanged();
        }
    }

    private void listen() {
        WakeUps listening = Objects.requireNonNull(wakeUps);
        store.callTimeout(callTimeout);
        store.connect();
        if (!listening.listen()) {
            giveUp("their connections are not of PostgreSQL's own driver");
            return;
        }
        ping();
        int starved = 0;
        while (isNeeded() && starved < PATIENCE) {
            listening.receive(SLICE).forEach(this::notified);
            if (!connected && pinged && ticker.nanos() - pingedAt > PING_TIMEOUT) {
                giveUp("they do not arrive, as behind a pooler that lends connections by the transaction");
            }
            starved = executor.isStarved() ? starved + 1 : 0;
        }
        if (starved == PATIENCE) {
            notBefore = ticker.nanos() + WITHOUT;
            log.write(
                    () -> LOG.info(
                            "the pool has no connection to spare for notifications of releases; waiters poll at growing pauses"));
        }
    }

    private void ping() {
        pinged = false;
        executor.submit("ping the listener", callTimeout, worker -> {
                    worker.wakeUps().ifPresent(WakeUps::ping);
                    return true;
                })
                .whenAnswered((done, failure) -> {
                    pingedAt = ticker.nanos();
                    pinged = done != null;
                });
    }

    private void notified(String name) {
        if (name.isEmpty()) {
            backoff = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
            setConnected(true);
        } else {
            contendedLocks.notified(name);
        }
    }

    private void giveUp(String reason) {
        givenUp = true;
        log.write(
                () -> LOG.info("notifications of releases cannot be used: {}; waiters poll at growing pauses", reason));
    }

    @Override
    public void close() {
        closed = true;
        Thread listening = thread;
        if (listening != null && !EngineThread.join(listening, JOIN_TIMEOUT)) {
            store.abort();
            EngineThread.join(listening, JOIN_TIMEOUT);
        }
    }
}
