package io.rowlock.internal.hold;

import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.event.Events;
import io.rowlock.internal.event.LossCallbacks;
import io.rowlock.internal.release.Releaser;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.thread.EngineThread;
import io.rowlock.internal.thread.LogThread;
import io.rowlock.internal.time.Ticker;
import io.rowlock.internal.time.Timing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that watches all holds of a process. It does no I/O itself and writes to no log, so neither the
 * database nor a full disk can keep it from noticing a deadline.
 *
 * <ol>
 *   <li>Check every hold. The check ends a hold whose deadline has passed, and reports the loss.
 *   <li>Send one statement for all renewals that are due or nearly due, and the heartbeats of the sessions, which cover most
 *       holds.
 *   <li>Send the releases that could not be finished before; replace workers that are stuck; start actions that found no
 *       thread.
 *   <li>Sleep until the next moment at which something must be done.
 * </ol>
 *
 * A failure in a round is logged, and the next round begins.
 */
public final class Heartbeat implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);
    private static final long SHORTEST_SLEEP = Duration.ofMillis(5).toNanos();
    private static final long BUSY_SLEEP = Duration.ofMillis(250).toNanos();
    private static final long LONGEST_SLEEP = Duration.ofSeconds(5).toNanos();
    private static final long FAR_AHEAD = Duration.ofDays(365).toNanos();
    private static final int BATCH_SIZE = 10_000;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

    private final StoreExecutor executor;
    private final Holds holds;
    private final Releaser releaser;
    private final LossCallbacks callbacks;
    private final LogThread log;
    private final Ticker ticker;
    private final Duration callTimeout;
    private volatile @Nullable Thread thread;
    private volatile long wakeAt;
    private volatile boolean closed;
    private volatile boolean woken;

    private final AtomicLong rounds = new AtomicLong();

    private final RenewalReports reports;
    private final Sessions sessions;

    public Heartbeat(
            StoreExecutor executor,
            Holds holds,
            Releaser releaser,
            LossCallbacks callbacks,
            LogThread log,
            Ticker ticker,
            Duration callTimeout,
            Optional<Events> events,
            String owner) {
        this.executor = executor;
        this.holds = holds;
        this.releaser = releaser;
        this.callbacks = callbacks;
        this.log = log;
        this.ticker = ticker;
        this.callTimeout = callTimeout;
        wakeAt = ticker.nanos();
        reports = new RenewalReports(events, log, ticker);
        sessions = new Sessions(executor, holds, releaser, ticker, callTimeout, owner, this::wake, reports);
    }

    public void start() {
        Thread beating = EngineThread.make("heartbeat", this::work);
        thread = beating;
        beating.start();
    }

    /** Watches a hold from now on. */
    public void watch(LeasedHold hold) {
        holds.add(hold);
        if (hold.state().nextMoment() - wakeAt < 0) {
            wake();
        }
    }

    /** Has the next round begin at once. */
    public void wake() {
        woken = true;
        LockSupport.unpark(thread);
    }

    /** How many rounds have begun. */
    public long rounds() {
        return rounds.get();
    }

    /** Whether its thread is parked and was not woken. */
    public boolean isAsleep(Predicate<Thread> parked) {
        Thread beating = thread;
        return beating != null && parked.test(beating) && !woken;
    }

    private void work() {
        while (!closed) {
            rounds.incrementAndGet();
            woken = false;
            long now = ticker.nanos();
            long next = now + SHORTEST_SLEEP;
            // Far ahead, so that a hold which is added during the round, and may be missed by it, begins another.
            wakeAt = now + FAR_AHEAD;
            try {
                next = round(now);
            } catch (RuntimeException | Error failure) {
                log.write(() -> LOG.error("a round of the heartbeat failed; the next begins at once", failure));
            }
            wakeAt = next;
            // A wait for a monitor during the round may have used up the permit of an unpark; the flag stays.
            if (!woken) {
                ticker.parkUntil(this, Ticker.later(next, ticker.nanos() + SHORTEST_SLEEP));
            }
        }
    }

    private long round(long now) {
        callbacks.retryStarting();
        holds.noticeDropped();
        List<LeasedHold> due = new ArrayList<>();
        boolean mustRenew = false;
        for (LeasedHold hold : holds.all()) {
            hold.warnIfDropped();
            if (hold.isOpen() && hold.state().isDue(now)) {
                due.add(hold);
                mustRenew |= hold.state().isOverdue(now);
            }
        }
        if (mustRenew) {
            renewAll(due);
        }
        long next = now + (isBusy() ? BUSY_SLEEP : LONGEST_SLEEP);
        next = Ticker.earlier(next, sessions.sendDue(now).orElse(next));
        if (!releaser.isIdle()) {
            next = Ticker.earlier(next, releaser.sendDue(now));
        }
        executor.checkWorkers();
        for (LeasedHold hold : holds.all()) {
            next = Ticker.earlier(next, hold.state().nextMoment());
        }
        return next;
    }

    private boolean isBusy() {
        return executor.isBusy() || !releaser.isIdle() || callbacks.lacksThreads();
    }

    /** Sends one statement for all holds that are renewed alike. They count as in flight from now on, so that none is sent twice. */
    private void renewAll(List<LeasedHold> due) {
        Map<Renewal, List<LeasedHold>> alike = new LinkedHashMap<>();
        for (LeasedHold hold : due) {
            hold.beginRenewal(sessions)
                    .ifPresent(renewal -> alike.computeIfAbsent(renewal, same -> new ArrayList<>())
                            .add(hold));
        }
        alike.forEach(this::renewAll);
    }

    private void renewAll(Renewal renewal, List<LeasedHold> due) {
        for (int from = 0; from < due.size(); from += BATCH_SIZE) {
            renew(renewal, due.subList(from, Math.min(due.size(), from + BATCH_SIZE)));
        }
    }

    private void renew(Renewal renewal, List<LeasedHold> holds) {
        long sentAt = ticker.nanos();
        List<Grant> grants = holds.stream().map(LeasedHold::grant).toList();
        executor.submitFirst("renew", timeoutFor(holds), store -> renewal.send(store, grants))
                .whenAnswered((outcomes, failure) -> answered(renewal, holds, sentAt, outcomes, failure));
    }

    private Duration timeoutFor(List<LeasedHold> holds) {
        Duration timeout = callTimeout;
        for (LeasedHold hold : holds) {
            Duration own = Timing.renewalBound(hold.lease());
            timeout = own.compareTo(timeout) < 0 ? own : timeout;
        }
        return timeout;
    }

    private void answered(
            Renewal renewal,
            List<LeasedHold> holds,
            long sentAt,
            @Nullable List<GrantOutcome> outcomes,
            @Nullable Throwable failure) {
        for (int i = 0; i < holds.size(); i++) {
            holds.get(i).renewalAnswered(renewal, outcomes == null ? null : outcomes.get(i), sentAt);
        }
        if (failure != null) {
            reports.failed(holds, failure);
        }
        wake();
    }

    /** Closes the sessions, after all holds were released. */
    public void closeSessions() {
        sessions.close();
    }

    @Override
    public void close() {
        closed = true;
        wake();
        Thread beating = thread;
        if (beating != null) {
            EngineThread.join(beating, CLOSE_TIMEOUT);
        }
    }
}
