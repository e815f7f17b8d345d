package io.rowlock.internal.wakeup;

import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.store.WakeUps;
import io.rowlock.internal.thread.EngineThread;
import io.rowlock.internal.time.Backoff;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens for hints, on a thread and a connection that are there only while someone waits.
 *
 * <ol>
 *   <li>It listens, has itself greeted through a lane, and counts as hearing once the greeting has arrived: some poolers
 *       take the wish to listen, and pass nothing on.
 *   <li>A connection that breaks is replaced. Until it is, nothing is heard, and everyone looks more often.
 *   <li>When the lanes have no connection it gives its own back, and does without for a while.
 * </ol>
 */
final class NotificationListener implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NotificationListener.class);
    private static final Duration SLICE = Duration.ofMillis(100);

    /** Slices for which the lanes may be without a connection: longer than it takes to open one. */
    private static final int PATIENCE = 10;

    private static final long GREETING = Duration.ofSeconds(5).toNanos();
    private static final long LINGER = Duration.ofSeconds(1).toNanos();
    private static final long WITHOUT = Duration.ofMinutes(1).toNanos();
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final StoreExecutor executor;
    private final Ticker ticker;
    private final Duration callTimeout;
    private final LockStore store;
    private final @Nullable WakeUps wakeUps;
    private final ContendedLocks lookout;
    private Backoff pause = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
    private volatile boolean hearing;
    private volatile boolean closed;
    private volatile boolean givenUp;
    private volatile boolean greeted;
    private volatile long greetedAt;
    private volatile long neededAt;
    private volatile long notBefore;
    private volatile @Nullable Thread thread;

    NotificationListener(
            StoreExecutor executor, Ticker ticker, Duration callTimeout, LockStore store, ContendedLocks lookout) {
        this.executor = executor;
        this.ticker = ticker;
        this.callTimeout = callTimeout;
        this.store = store;
        wakeUps = store.wakeUps().orElse(null);
        this.lookout = lookout;
        notBefore = ticker.nanos();
    }

    /** Whether there is anything to hear. */
    boolean exists() {
        return wakeUps != null;
    }

    boolean isHearing() {
        return hearing;
    }

    /** Says that someone waits. Called in steps of the lookout's, one after the other. */
    void need() {
        neededAt = ticker.nanos();
        Thread listening = thread;
        boolean idle = listening == null || !listening.isAlive();
        if (idle && wakeUps != null && !givenUp && !closed && neededAt - notBefore >= 0) {
            thread = EngineThread.make("listener", this::work);
            thread.start();
        }
    }

    private boolean isNeeded() {
        return !closed && !givenUp && (lookout.isWatching() || ticker.nanos() - neededAt < LINGER);
    }

    private void work() {
        while (isNeeded() && ticker.nanos() - notBefore >= 0) {
            try {
                listen();
            } catch (StoreException failure) {
                LOG.debug("hints are not heard for now; whoever waits looks more often", failure);
            } finally {
                setHearing(false);
                store.rest();
            }
            if (isNeeded()) {
                LockSupport.parkNanos(this, pause.nanos());
            }
        }
    }

    private void setHearing(boolean now) {
        if (hearing != now) {
            hearing = now;
            lookout.hearingChanged();
        }
    }

    private void listen() {
        WakeUps listening = Objects.requireNonNull(wakeUps);
        store.bound(callTimeout);
        store.ready();
        if (!listening.listen()) {
            giveUp("their connections are not of PostgreSQL's own driver");
            return;
        }
        greet();
        int starved = 0;
        while (isNeeded() && starved < PATIENCE) {
            listening.heard(SLICE).forEach(this::heard);
            if (!hearing && greeted && ticker.nanos() - greetedAt > GREETING) {
                giveUp("they do not arrive, as behind a pooler that lends connections by the transaction");
            }
            starved = executor.isStarved() ? starved + 1 : 0;
        }
        if (starved == PATIENCE) {
            notBefore = ticker.nanos() + WITHOUT;
            LOG.info("the pool has no connection to spare for hints; whoever waits looks again at growing pauses");
        }
    }

    private void greet() {
        greeted = false;
        executor.submit("greet", callTimeout, lane -> {
                    lane.wakeUps().ifPresent(WakeUps::greet);
                    return true;
                })
                .whenAnswered((done, failure) -> {
                    greetedAt = ticker.nanos();
                    greeted = done != null;
                });
    }

    private void heard(String name) {
        if (name.isEmpty()) {
            pause = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
            setHearing(true);
        } else {
            lookout.heard(name);
        }
    }

    private void giveUp(String why) {
        givenUp = true;
        LOG.info("notifications of releases cannot be used: {}; whoever waits looks again at growing pauses", why);
    }

    @Override
    public void close() {
        closed = true;
        Thread listening = thread;
        if (listening != null && !EngineThread.join(listening, FAREWELL)) {
            store.abort();
            EngineThread.join(listening, FAREWELL);
        }
    }
}
