package io.rowlock.internal.dispatch;

import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.thread.EngineThread;
import io.rowlock.internal.time.Backoff;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread with a store. It keeps its connection while it is busy: for a moment after the last request, so that the next is
 * one round trip; and never for long at a stretch, so that the application's pool can lend it to others, retire it, and does
 * not report it as leaked.
 */
final class StoreWorker {
    private static final Logger LOG = LoggerFactory.getLogger(StoreWorker.class);
    private static final long MAX_CONNECTION_USE = TimeUnit.SECONDS.toNanos(1);
    private static final Duration MIN_RECONNECT_BACKOFF = Duration.ofMillis(50);

    /** Longer than pools trust a connection that was just used, so that they test it before they lend it again. */
    private static final Duration MAX_RECONNECT_BACKOFF = Duration.ofMillis(1_600);

    private static final long POLL_INTERVAL = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long GRACE = TimeUnit.MILLISECONDS.toNanos(500);
    private static final Duration RELEASE_TIMEOUT = Duration.ofSeconds(1);

    /** After this time a worker that waits for a connection is replaced: a data source may let it wait for ever. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(20);

    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(2);

    private final StoreExecutor executor;
    private final int number;
    private final LockStore store;
    private final long idleTimeout;
    private final Ticker ticker;
    private final Thread thread;
    private volatile boolean connected;
    private volatile boolean retired;
    private volatile @Nullable Running running;
    private volatile boolean borrowed;
    private volatile boolean mustReleaseConnection;
    private volatile long idleSince;
    private Backoff reconnectBackoff = new Backoff(MIN_RECONNECT_BACKOFF, MAX_RECONNECT_BACKOFF);
    private long connectedAt;
    private @Nullable RoundTrip assigned;
    private long assignedAt;
    private int servedMeanwhile;

    /** The use of the connection that is running, and when it has to end. */
    private static final class Running {
        final @Nullable RoundTrip roundTrip;
        volatile long end;
        final Thread runner;
        volatile boolean cut;
        @Nullable Thread cutter;

        Running(@Nullable RoundTrip roundTrip, long end, Thread runner) {
            this.roundTrip = roundTrip;
            this.end = end;
            this.runner = runner;
        }
    }

    StoreWorker(StoreExecutor executor, int number, LockStore store, Ticker ticker) {
        this.executor = executor;
        this.number = number;
        this.store = store;
        idleTimeout = store.linger().toNanos();
        this.ticker = ticker;
        thread = EngineThread.make("worker-" + number, this::work);
    }

    int number() {
        return number;
    }

    void start() {
        thread.start();
    }

    void wake() {
        LockSupport.unpark(thread);
    }

    boolean isConnected() {
        return connected;
    }

    boolean isAlive() {
        return thread.isAlive();
    }

    private void work() {
        while (!retired && awaitWork()) {
            try {
                serve();
            } catch (RuntimeException | Error failure) {
                LOG.error("worker {} failed between requests; it continues", number, failure);
                LockSupport.parkNanos(this, MIN_RECONNECT_BACKOFF.toNanos());
            }
        }
        releaseConnection();
        store.close();
    }

    /** Waits for work, and releases the connection when there is none for a while; false when the worker has to end. */
    private boolean awaitWork() {
        idleSince = ticker.nanos();
        while (!executor.hasWork(this)) {
            // A late cut can leave the interrupt flag set, and then no park would wait.
            Thread.interrupted();
            if (borrowed) {
                LockSupport.parkNanos(this, POLL_INTERVAL);
            } else if (executor.isClosed() || retired) {
                return false;
            } else {
                waitIdle();
            }
        }
        return true;
    }

    private void waitIdle() {
        long idleTime = ticker.nanos() - idleSince;
        if (mustReleaseConnection) {
            releaseConnection();
        } else if (!connected) {
            LockSupport.park(this);
        } else if (idleTime < idleTimeout) {
            LockSupport.parkNanos(this, idleTimeout - idleTime);
        } else if (executor.removeIdle(this)) {
            releaseConnection();
        }
    }

    /** Whether a caller may use the worker's connection while it is idle. */
    boolean isBorrowable() {
        return connected && !mustReleaseConnection && !retired && store.servesCallers();
    }

    /** Whether the worker's own thread must not take work: a caller uses its connection, or that has to be released first. */
    boolean isUnavailable() {
        return borrowed || mustReleaseConnection;
    }

    /** Lends the connection to a caller, who uses it instead of the worker's own thread. Under the executor's lock. */
    void borrow() {
        borrowed = true;
    }

    /** Takes the connection back. Under the executor's lock. */
    void takeBack() {
        idleSince = ticker.nanos();
        borrowed = false;
    }

    /** The round trip that the worker runs; null if none. Under the executor's lock. */
    @Nullable
    RoundTrip assigned() {
        return assigned;
    }

    /** Assigns a round trip to the worker. Under the executor's lock. */
    void assign(@Nullable RoundTrip roundTrip) {
        assigned = roundTrip;
        assignedAt = ticker.nanos();
        servedMeanwhile = 0;
    }

    /** Another worker has served so many operations. Under the executor's lock. */
    void addServedMeanwhile(int operations) {
        servedMeanwhile += operations;
    }

    /** How many operations others have served during its own round trip. Under the executor's lock. */
    int servedMeanwhile() {
        return servedMeanwhile;
    }

    /** How many operations it runs. Under the executor's lock. */
    int operations() {
        return assigned == null ? 0 : assigned.operations();
    }

    /** When its round trip was assigned. Under the executor's lock. */
    long assignedAt() {
        return assignedAt;
    }

    /** Runs a round trip on the thread of a caller that has borrowed the connection; the worker's own thread releases that. */
    void runOnCaller(RoundTrip roundTrip) {
        Running current =
                new Running(roundTrip, ticker.nanos() + roundTrip.timeout().toNanos(), Thread.currentThread());
        running = current;
        boolean served = roundTrip.run(store);
        running = null;
        mustReleaseConnection = !served || current.cut || isKeptLong();
    }

    private void serve() {
        if (!connect() || retired) {
            return;
        }
        RoundTrip roundTrip = executor.next(this, store.mixes());
        if (roundTrip != null) {
            run(roundTrip);
        }
        if (isKeptLong()) {
            releaseConnection();
        }
    }

    private boolean isKeptLong() {
        return ticker.nanos() - connectedAt > MAX_CONNECTION_USE;
    }

    private boolean connect() {
        try {
            if (!connected) {
                running = new Running(null, ticker.nanos() + CONNECT_TIMEOUT.toNanos(), thread);
                store.ready();
                connectedAt = ticker.nanos();
                connected = true;
                reconnectBackoff = new Backoff(MIN_RECONNECT_BACKOFF, MAX_RECONNECT_BACKOFF);
            }
            return true;
        } catch (StoreException failure) {
            executor.unreachable(this, failure);
            LockSupport.parkNanos(this, reconnectBackoff.nanos());
            return false;
        } finally {
            running = null;
        }
    }

    private void run(RoundTrip roundTrip) {
        Running current =
                new Running(roundTrip, ticker.nanos() + roundTrip.timeout().toNanos(), thread);
        running = current;
        boolean served = roundTrip.run(store);
        running = null;
        boolean ready = served && !current.cut;
        executor.ended(this, ready);
        if (!ready) {
            releaseConnection();
        }
    }

    private void releaseConnection() {
        running = new Running(null, ticker.nanos() + RELEASE_TIMEOUT.toNanos(), thread);
        connected = false;
        store.rest();
        running = null;
        mustReleaseConnection = false;
    }

    /** When the round trip began that the worker is running; empty if it runs none. */
    OptionalLong runningSince() {
        Running current = running;
        return current == null || current.roundTrip == null
                ? OptionalLong.empty()
                : OptionalLong.of(current.end - current.roundTrip.timeout().toNanos());
    }

    /** Whether the worker waits for a connection, or has waited for so long for an answer. */
    boolean isStuck(long patience) {
        Running current = running;
        return current != null
                && (current.roundTrip == null || ticker.nanos() - runningSince().orElse(ticker.nanos()) > patience);
    }

    /** Whether its round trip was cut and has not ended yet. */
    boolean wasCut() {
        Running current = running;
        return current != null && current.cut;
    }

    /**
     * Makes its round trip overdue now, in favour of a renewal: it is cut, or given up if that does not help. A round trip that
     * was cut before is left as it is; otherwise it would never be old enough to be given up.
     */
    void makeWay() {
        Running current = running;
        if (current != null && current.roundTrip != null && !current.cut) {
            current.end = ticker.nanos() - GRACE - 1;
        }
    }

    /**
     * Cuts an overdue round trip, and does so again in each round of the heartbeat while it lasts, because a cut between two of
     * its statements ends neither. True if cutting it has not helped.
     */
    boolean cutIfOverdue() {
        Running overdue = running;
        if (overdue == null) {
            return false;
        }
        long over = ticker.nanos() - overdue.end;
        if (over > GRACE || overdue.cut || isInterrupted(overdue)) {
            cut(overdue);
        }
        return over > 2 * GRACE;
    }

    /** Cuts the given use of the connection, and never the next one; not while the last cut is still being tried. */
    private void cut(Running overdue) {
        Thread last = overdue.cutter;
        if (last != null && last.isAlive()) {
            return;
        }
        boolean wasCut = overdue.cut;
        try {
            Runnable aborting = store.aborting();
            // Some drivers open another connection to kill the first: too slow for the thread that watches deadlines.
            Thread cutter = EngineThread.make("cut", () -> {
                if (overdue.equals(running)) {
                    aborting.run();
                }
            });
            if (overdue.equals(running)) {
                // First, so that nobody uses the connection after a cut.
                overdue.cut = true;
                cutter.start();
                overdue.cutter = cutter;
            }
        } catch (OutOfMemoryError noThread) {
            // The next round of the heartbeat tries again.
            overdue.cut = wasCut;
        }
    }

    /** Whether a caller that runs a round trip was interrupted, and waits for a database that does not answer. */
    private boolean isInterrupted(Running current) {
        return !current.runner.equals(thread) && current.runner.isInterrupted();
    }

    /** Ends the worker as soon as its round trip ends. Returns an action that reports the failure, to be run without any lock. */
    Runnable retire() {
        retired = true;
        Running stuck = running;
        RoundTrip roundTrip = stuck == null ? null : stuck.roundTrip;
        return roundTrip == null
                ? () -> {}
                : () -> roundTrip.fail(new StoreException(
                        StoreException.Kind.UNKNOWN,
                        roundTrip.describe() + ": no answer within "
                                + roundTrip.timeout().toMillis() + " ms, and the connection could not be cut",
                        null));
    }

    /** Waits for the thread to end; cuts its connection if it does not. */
    void join() {
        if (!EngineThread.join(thread, JOIN_TIMEOUT)) {
            store.abort();
            EngineThread.join(thread, JOIN_TIMEOUT);
        }
    }
}
