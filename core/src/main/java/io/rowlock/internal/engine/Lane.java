package io.rowlock.internal.engine;

import io.rowlock.spi.LockStore;
import io.rowlock.spi.StoreException;
import java.time.Duration;
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
final class Lane {
    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);
    private static final long LONGEST_KEEP = TimeUnit.SECONDS.toNanos(1);
    private static final Duration RECONNECT_PAUSE = Duration.ofMillis(50);

    /** Longer than pools trust a connection that was just used, so that they look at it before they lend it again. */
    private static final Duration LONGEST_RECONNECT_PAUSE = Duration.ofMillis(1_600);

    private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(500);
    private static final Duration REST_BOUND = Duration.ofSeconds(1);
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final Lanes lanes;
    private final int number;
    private final LockStore store;
    private final long linger;
    private final Ticker ticker;
    private final Thread thread;
    private volatile boolean connected;
    private volatile boolean retired;
    private volatile @Nullable Doing doing;
    private Pause reconnectPause = new Pause(RECONNECT_PAUSE, LONGEST_RECONNECT_PAUSE);
    private long connectedAt;

    /** What the lane is doing on its connection, and how long that may take. */
    private static final class Doing {
        final @Nullable Call<?> call;
        final long end;
        volatile boolean cut;

        Doing(@Nullable Call<?> call, long end) {
            this.call = call;
            this.end = end;
        }
    }

    Lane(Lanes lanes, int number, LockStore store, Ticker ticker) {
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
        long idleSince = ticker.nanos();
        while (!lanes.hasWork(this)) {
            // A cut that came too late leaves the flag behind, with which no park would ever wait.
            Thread.interrupted();
            if (lanes.isClosed() || retired) {
                return false;
            }
            long lingered = ticker.nanos() - idleSince;
            if (!connected) {
                LockSupport.park(this);
            } else if (lingered < linger) {
                LockSupport.parkNanos(this, linger - lingered);
            } else if (lanes.leaveIdle(this)) {
                rest();
            }
        }
        return true;
    }

    private void serve() {
        if (!connect()) {
            return;
        }
        Call<?> call = lanes.next();
        if (call != null) {
            run(call);
        }
        if (ticker.nanos() - connectedAt > LONGEST_KEEP) {
            rest();
        }
    }

    private boolean connect() {
        try {
            if (!connected) {
                store.ready();
                connectedAt = ticker.nanos();
                connected = true;
                reconnectPause = new Pause(RECONNECT_PAUSE, LONGEST_RECONNECT_PAUSE);
            }
            return true;
        } catch (StoreException failure) {
            lanes.unreachable(this, failure);
            LockSupport.parkNanos(this, reconnectPause.nanos());
            return false;
        }
    }

    private void run(Call<?> call) {
        Doing running = new Doing(call, ticker.nanos() + call.bound().toNanos());
        doing = running;
        boolean served = call.run(store);
        doing = null;
        if (!served || running.cut) {
            rest();
        }
    }

    private void rest() {
        doing = new Doing(null, ticker.nanos() + REST_BOUND.toNanos());
        connected = false;
        store.rest();
        doing = null;
    }

    /** Looks at what does not end: cuts it when overdue; true when cutting it has not helped. */
    boolean isBeyondHelp() {
        Doing overdue = doing;
        if (overdue == null) {
            return false;
        }
        long over = ticker.nanos() - overdue.end;
        if (over > PATIENCE && !overdue.cut) {
            overdue.cut = true;
            // Some drivers open another connection to kill the first, so not on the thread that watches the deadlines.
            EngineThread.make("cut", store::abort).start();
        }
        return over > 2 * PATIENCE;
    }

    /** Gives up what does not end, and ends this lane as soon as it does. */
    void retire() {
        retired = true;
        Doing stuck = doing;
        if (stuck != null && stuck.call != null) {
            stuck.call.fail(new StoreException(
                    StoreException.Kind.UNKNOWN,
                    stuck.call.what() + ": no answer within "
                            + stuck.call.bound().toMillis() + " ms, and the connection could not be cut",
                    null));
        }
    }

    /** Waits for the thread to end; if it does not, cuts what it is doing. */
    void join() {
        if (!EngineThread.join(thread, FAREWELL)) {
            store.abort();
            EngineThread.join(thread, FAREWELL);
        }
    }
}
