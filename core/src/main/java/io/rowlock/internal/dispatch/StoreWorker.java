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
 * One thread with one store. It keeps its connection while it is busy: for a moment after the last call, so that the next
 * is one round trip; and never for long at a stretch, so that the caller's pool can lend it to others, retire it, and does
 * not take it for leaked.
 */
final class StoreWorker {
    private static final Logger LOG = LoggerFactory.getLogger(StoreWorker.class);
    private static final long LONGEST_KEEP = TimeUnit.SECONDS.toNanos(1);
    private static final Duration RECONNECT_PAUSE = Duration.ofMillis(50);

    /** Longer than pools trust a connection that was just used, so that they look at it before they lend it again. */
    private static final Duration LONGEST_RECONNECT_PAUSE = Duration.ofMillis(1_600);

    private static final long LOOK_AGAIN = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(500);
    private static final Duration REST_BOUND = Duration.ofSeconds(1);

    /** After which a lane that waits for a connection is replaced: a source may let it wait for ever. */
    private static final Duration CONNECT_BOUND = Duration.ofSeconds(20);

    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final StoreExecutor lanes;
    private final int number;
    private final LockStore store;
    private final long linger;
    private final Ticker ticker;
    private final Thread thread;
    private volatile boolean connected;
    private volatile boolean retired;
    private volatile @Nullable Doing doing;
    private volatile boolean lent;
    private volatile boolean mustRest;
    private volatile long idleSince;
    private Backoff reconnectPause = new Backoff(RECONNECT_PAUSE, LONGEST_RECONNECT_PAUSE);
    private long connectedAt;
    private @Nullable RoundTrip carried;
    private long carriedSince;
    private int overtaken;

    /** What the lane is doing on its connection, and how long that may take. */
    private static final class Doing {
        final @Nullable RoundTrip trip;
        volatile long end;
        final Thread runner;
        volatile boolean cut;

        Doing(@Nullable RoundTrip trip, long end, Thread runner) {
            this.trip = trip;
            this.end = end;
            this.runner = runner;
        }
    }

    StoreWorker(StoreExecutor lanes, int number, LockStore store, Ticker ticker) {
        this.lanes = lanes;
        this.number = number;
        this.store = store;
        linger = store.linger().toNanos();
        this.ticker = ticker;
        thread = EngineThread.make("lane-" + number, this::work);
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
                LOG.error("lane {} failed between calls; it goes on", number, failure);
                LockSupport.parkNanos(this, RECONNECT_PAUSE.toNanos());
            }
        }
        rest();
        store.close();
    }

    /** Waits for work, giving the connection back when there is none for a while; false when all is done for good. */
    private boolean awaitWork() {
        idleSince = ticker.nanos();
        while (!lanes.hasWork(this)) {
            // A cut that came too late leaves the flag behind, with which no park would ever wait.
            Thread.interrupted();
            if (lent) {
                LockSupport.parkNanos(this, LOOK_AGAIN);
            } else if (lanes.isClosed() || retired) {
                return false;
            } else {
                linger();
            }
        }
        return true;
    }

    private void linger() {
        long lingered = ticker.nanos() - idleSince;
        if (mustRest) {
            rest();
        } else if (!connected) {
            LockSupport.park(this);
        } else if (lingered < linger) {
            LockSupport.parkNanos(this, linger - lingered);
        } else if (lanes.leaveIdle(this)) {
            rest();
        }
    }

    /** Whether a caller may use the lane, if it is idle. */
    boolean isLendable() {
        return connected && !mustRest && !retired && store.servesCallers();
    }

    /** Whether the lane's own thread may not use it now: a caller has it, or its connection has to go back first. */
    boolean isAway() {
        return lent || mustRest;
    }

    /** Lends the lane to a caller, who uses it instead of the lane's own thread. Under the lock of the lanes. */
    void lend() {
        lent = true;
    }

    /** Takes the lane back. Under the lock of the lanes. */
    void takeBack() {
        idleSince = ticker.nanos();
        lent = false;
    }

    /** The trip that the lane was sent on; null if none. Under the lock of the lanes. */
    @Nullable
    RoundTrip carried() {
        return carried;
    }

    /** Notes on which trip it is sent. Under the lock of the lanes. */
    void carry(@Nullable RoundTrip trip) {
        carried = trip;
        carriedSince = ticker.nanos();
        overtaken = 0;
    }

    /** Another lane has served so many wishes. Under the lock of the lanes. */
    void overtakenBy(int wishes) {
        overtaken += wishes;
    }

    /** How many wishes others have served during its own trip. Under the lock of the lanes. */
    int overtaken() {
        return overtaken;
    }

    /** How many wishes are under way on it. Under the lock of the lanes. */
    int wishes() {
        return carried == null ? 0 : carried.wishes();
    }

    /** When it was sent on that trip. Under the lock of the lanes. */
    long carriedSince() {
        return carriedSince;
    }

    /** Does a trip on the thread of the caller who has borrowed the lane; giving back the connection is not its business. */
    void runHere(RoundTrip trip) {
        Doing running = new Doing(trip, ticker.nanos() + trip.bound().toNanos(), Thread.currentThread());
        doing = running;
        boolean served = trip.run(store);
        doing = null;
        mustRest = !served || running.cut || isKeptLong();
    }

    private void serve() {
        if (!connect() || retired) {
            return;
        }
        RoundTrip trip = lanes.next(this, store.mixes());
        if (trip != null) {
            run(trip);
        }
        if (isKeptLong()) {
            rest();
        }
    }

    private boolean isKeptLong() {
        return ticker.nanos() - connectedAt > LONGEST_KEEP;
    }

    private boolean connect() {
        try {
            if (!connected) {
                doing = new Doing(null, ticker.nanos() + CONNECT_BOUND.toNanos(), thread);
                store.ready();
                connectedAt = ticker.nanos();
                connected = true;
                reconnectPause = new Backoff(RECONNECT_PAUSE, LONGEST_RECONNECT_PAUSE);
            }
            return true;
        } catch (StoreException failure) {
            lanes.unreachable(this, failure);
            LockSupport.parkNanos(this, reconnectPause.nanos());
            return false;
        } finally {
            doing = null;
        }
    }

    private void run(RoundTrip trip) {
        Doing running = new Doing(trip, ticker.nanos() + trip.bound().toNanos(), thread);
        doing = running;
        boolean served = trip.run(store);
        doing = null;
        boolean ready = served && !running.cut;
        lanes.ended(this, ready);
        if (!ready) {
            rest();
        }
    }

    private void rest() {
        doing = new Doing(null, ticker.nanos() + REST_BOUND.toNanos(), thread);
        connected = false;
        store.rest();
        doing = null;
        mustRest = false;
    }

    /** Since when it waits for the database's answer to a call; empty if it does not. */
    OptionalLong callingSince() {
        Doing running = doing;
        return running == null || running.trip == null
                ? OptionalLong.empty()
                : OptionalLong.of(running.end - running.trip.bound().toNanos());
    }

    /** Whether it waits for a connection, or has waited for so long for the answer to a call. */
    boolean isStuck(long patience) {
        Doing running = doing;
        return running != null
                && (running.trip == null || ticker.nanos() - callingSince().orElse(ticker.nanos()) > patience);
    }

    /** Whether its call was cut, and has not ended yet. */
    boolean isCut() {
        Doing running = doing;
        return running != null && running.cut;
    }

    /**
     * Has its call end now, for the sake of one that must not wait: it is cut, or given up if that does not help. A call that
     * was cut before is left as it is; otherwise it would never be old enough to be given up.
     */
    void makeWay() {
        Doing running = doing;
        if (running != null && running.trip != null && !running.cut) {
            running.end = ticker.nanos() - PATIENCE - 1;
        }
    }

    /** Looks at what does not end: cuts it when overdue; true when cutting it has not helped. */
    boolean isBeyondHelp() {
        Doing overdue = doing;
        if (overdue == null) {
            return false;
        }
        long over = ticker.nanos() - overdue.end;
        if ((over > PATIENCE || isInterrupted(overdue)) && !overdue.cut) {
            overdue.cut = true;
            cut(overdue);
        }
        return over > 2 * PATIENCE;
    }

    /** Cuts what it is doing, and never what it does next. */
    private void cut(Doing overdue) {
        Runnable aborting = store.aborting();
        if (overdue.equals(doing)) {
            // Some drivers open another connection to kill the first, so not on the thread that watches the deadlines.
            EngineThread.make("cut", aborting).start();
        }
    }

    /** Whether a caller who runs a trip was interrupted, and is kept from going by a database that does not answer. */
    private boolean isInterrupted(Doing running) {
        return !running.runner.equals(thread) && running.runner.isInterrupted();
    }

    /** Ends this lane as soon as what it is doing ends. Returns what tells of the failure, to be run without any lock. */
    Runnable retire() {
        retired = true;
        Doing stuck = doing;
        RoundTrip trip = stuck == null ? null : stuck.trip;
        return trip == null
                ? () -> {}
                : () -> trip.fail(new StoreException(
                        StoreException.Kind.UNKNOWN,
                        trip.what() + ": no answer within " + trip.bound().toMillis()
                                + " ms, and the connection could not be cut",
                        null));
    }

    /** Waits for the thread to end; if it does not, cuts what it is doing. */
    void join() {
        if (!EngineThread.join(thread, FAREWELL)) {
            store.abort();
            EngineThread.join(thread, FAREWELL);
        }
    }
}
