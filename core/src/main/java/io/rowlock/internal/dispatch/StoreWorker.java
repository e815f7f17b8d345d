package io.rowlock.internal.dispatch;

import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.thread.EngineThread;
import io.rowlock.internal.thread.LogThread;
import io.rowlock.internal.time.Backoff;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
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
    private static final long POLL_INTERVAL = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long FAILURE_PAUSE = TimeUnit.MILLISECONDS.toNanos(50);
    private static final Duration RELEASE_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(2);

    /** After this time a worker that waits for a connection is replaced: a data source may let it wait forever. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(20);

    private final StoreExecutor executor;
    private final int number;
    private final LockStore store;
    private final long idleTimeout;
    private final Ticker ticker;
    private final LogThread log;
    private final Thread thread;
    private volatile boolean connected;
    private volatile boolean retired;
    private volatile @Nullable ConnectionUse use;
    private volatile boolean borrowed;
    private volatile boolean mustReleaseConnection;
    private volatile long idleSince;
    private @Nullable Backoff reconnectBackoff;
    private long connectedAt;
    private @Nullable RoundTrip assigned;
    private boolean alone;
    private long assignedAt;
    private int servedMeanwhile;

    StoreWorker(StoreExecutor executor, int number, LockStore store, Ticker ticker, LogThread log) {
        this.executor = executor;
        this.number = number;
        this.store = store;
        idleTimeout = store.idleTimeout().toNanos();
        this.ticker = ticker;
        this.log = log;
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
                log.write(() -> LOG.error("worker {} failed between requests; it continues", number, failure));
                LockSupport.parkNanos(this, FAILURE_PAUSE);
            }
        }
        releaseConnection();
        if (retired && !executor.isClosed()) {
            store.retire();
        } else {
            store.close();
        }
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
        } else if (idleTime < idleTimeout || (!isKeptLong() && store.keepsConnection())) {
            LockSupport.parkNanos(this, idleTime < idleTimeout ? idleTimeout - idleTime : POLL_INTERVAL);
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

    /** Assigns a round trip to the worker, and says whether no other request is in flight or queued. Under the executor's lock. */
    void assign(@Nullable RoundTrip roundTrip, boolean alone) {
        assigned = roundTrip;
        this.alone = alone;
        assignedAt = ticker.nanos();
        servedMeanwhile = 0;
    }

    /** Another round trip has begun before this one has ended. Under the executor's lock. */
    void joined() {
        alone = false;
    }

    /** Whether no other round trip was in flight so far. Under the executor's lock. */
    boolean isAlone() {
        return alone;
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
        mustReleaseConnection = !run(roundTrip, Thread.currentThread(), true) || isKeptLong();
    }

    /** Runs a round trip; false if the connection must not be used after it. */
    private boolean run(RoundTrip roundTrip, Thread runner, boolean byCaller) {
        ConnectionUse current = new ConnectionUse(
                roundTrip, ticker.nanos() + roundTrip.timeout().toNanos(), runner, byCaller);
        use = current;
        boolean served = roundTrip.run(store);
        use = null;
        return served && !current.isCut();
    }

    private void serve() {
        if (!connect() || retired) {
            return;
        }
        RoundTrip roundTrip = executor.next(this, store.mixesKinds());
        if (roundTrip != null) {
            boolean usable = run(roundTrip, thread, false);
            executor.ended(this, usable);
            if (!usable) {
                releaseConnection();
            }
        }
        if (isKeptLong()) {
            releaseConnection();
        }
    }

    private boolean isKeptLong() {
        return ticker.nanos() - connectedAt > MAX_CONNECTION_USE;
    }

    private boolean connect() {
        StoreException failure = connected ? null : open();
        if (failure != null) {
            executor.unreachable(this, failure);
            pauseBeforeReconnect();
        }
        return failure == null;
    }

    /** Opens a connection; returns the failure, if there is one. */
    private @Nullable StoreException open() {
        StoreException failure = null;
        executor.starvation().asks(this);
        try {
            use = new ConnectionUse(null, ticker.nanos() + CONNECT_TIMEOUT.toNanos(), thread, false);
            store.connect();
            connectedAt = ticker.nanos();
            connected = true;
            reconnectBackoff = null;
        } catch (StoreException none) {
            failure = none;
        } finally {
            use = null;
            executor.starvation().answered(this, failure);
        }
        return failure;
    }

    private void pauseBeforeReconnect() {
        if (reconnectBackoff == null) {
            reconnectBackoff = Backoff.ofConnections();
        }
        LockSupport.parkNanos(this, reconnectBackoff.nanos());
    }

    private void releaseConnection() {
        use = new ConnectionUse(null, ticker.nanos() + RELEASE_TIMEOUT.toNanos(), thread, false);
        executor.starvation().released(this);
        connected = false;
        store.releaseConnection();
        use = null;
        mustReleaseConnection = false;
    }

    /** The use of the connection at this moment; null if there is none. */
    @Nullable
    ConnectionUse use() {
        return use;
    }

    /** Cuts the connection if the given use of it is overdue and lasts. */
    void cutIfOverdue(ConnectionUse overdue) {
        if (overdue.mustBeCut(ticker.nanos()) && !overdue.isBeingCut()) {
            overdue.cut(store.aborting(), () -> overdue.equals(use));
        }
    }

    /** Ends the worker as soon as the use of its connection ends. */
    void retire() {
        retired = true;
        executor.starvation().withdrawn(this);
    }

    /** Waits for the thread to end; cuts its connection if it does not. */
    void join() {
        if (!EngineThread.join(thread, JOIN_TIMEOUT)) {
            store.abort();
            EngineThread.join(thread, JOIN_TIMEOUT);
        }
    }
}
