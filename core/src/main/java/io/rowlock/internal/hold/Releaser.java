package io.rowlock.internal.hold;

import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.thread.LogThread;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Releases in the background.
 *
 * <ol>
 *   <li>A release that could not be finished at once, because the row was locked or the database away, is repeated until it is
 *       settled, or the lease has ended the grant in any case.
 *   <li>A {@link LateClaim} is released again and again until the database's own clock says that it is too late to be granted.
 *       Only a release that found the grant settles it then. If none did, its commit may still be under way, waiting for a
 *       standby for one, and nobody sees the grant until that ends; so the releases go on, at growing pauses, for as long as
 *       such a grant would last by itself. If a repeat of the claim was granted, all this begins when its holder has given that
 *       back.
 *   <li>A grant that someone still holds is never sent. That is looked at before every sending; a request that was granted
 *       does not come here in the first place.
 * </ol>
 */
public final class Releaser {
    private static final Logger LOG = LoggerFactory.getLogger(Releaser.class);
    private static final long FIRST_PAUSE = Duration.ofMillis(2).toNanos();
    private static final long LONGEST_PAUSE = Duration.ofSeconds(1).toNanos();
    private static final long LONGEST_PAUSE_WHEN_LATE = Duration.ofSeconds(15).toNanos();
    private static final int PORTION = 1_000;

    private final StoreExecutor lanes;
    private final Ticker ticker;
    private final Duration bound;
    private final Predicate<Grant> held;
    private final Predicate<Grant> carried;
    private final Runnable wake;
    private final LogThread log;
    private final Map<String, Pending> pending = new ConcurrentHashMap<>();

    /** Claims that were granted, of which another statement may arrive after that grant has ended. */
    private final Map<String, LateClaim> granted = new ConcurrentHashMap<>();

    /**
     * A releaser.
     *
     * @param lanes the ways to the database
     * @param ticker elapsed time
     * @param bound how long a release may take
     * @param held whether someone holds a grant
     * @param carried whether a connection carries a grant
     * @param wake has {@link #tend} called soon
     * @param log where a bug is told of
     */
    public Releaser(
            StoreExecutor lanes,
            Ticker ticker,
            Duration bound,
            Predicate<Grant> held,
            Predicate<Grant> carried,
            Runnable wake,
            LogThread log) {
        this.lanes = lanes;
        this.ticker = ticker;
        this.bound = bound;
        this.held = held;
        this.carried = carried;
        this.wake = wake;
        this.log = log;
    }

    /** Releases a grant; gives up when its own lease has ended it, if no session keeps it. */
    public void release(Grant grant, Duration leaseAndGrace, Consumer<GrantOutcome> settled, Runnable givenUp) {
        long now = ticker.nanos();
        add(new Pending(grant, now, now + leaseAndGrace.toNanos(), settled, givenUp));
    }

    /** Releases a grant after a pause. */
    void releaseAfter(Grant grant, long pause, Duration leaseAndGrace) {
        long start = ticker.nanos() + pause;
        add(new Pending(grant, start, start + leaseAndGrace.toNanos(), outcome -> {}, () -> {}));
    }

    /** Releases a claim that was given up, for as long as it can be granted. */
    public void releaseLate(LateClaim claim) {
        add(new Pending(claim, ticker.nanos()));
    }

    /** Remembers a claim that was granted, of which another statement may arrive later. */
    public void granted(LateClaim claim) {
        long now = ticker.nanos();
        granted.values().removeIf(earlier -> earlier.isDue(now));
        granted.put(claim.grant().requestId(), claim);
    }

    /** A grant has ended in the database: a statement of the same claim that arrives from now on may be granted, and nobody told. */
    public void ended(Grant grant) {
        watch(granted.isEmpty() ? null : granted.remove(grant.requestId()), ticker.nanos());
    }

    /** The same for a grant that was lost: it ends after a pause, and what it is kept for stays. */
    void lost(Grant grant, long pause) {
        LateClaim claim = granted.isEmpty() ? null : granted.remove(grant.requestId());
        watch(claim == null ? null : claim.of(grant), ticker.nanos() + pause);
    }

    private void watch(@Nullable LateClaim claim, long start) {
        if (claim != null && !claim.isDue(start)) {
            add(new Pending(claim, start));
        }
    }

    private void add(Pending release) {
        pending.merge(release.grant.requestId(), release, Pending::then);
        wake.run();
    }

    boolean isIdle() {
        return pending.isEmpty();
    }

    /** The releases that are not settled, to be sent once more at the end. */
    List<Grant> unsettled() {
        return pending.values().stream()
                .map(release -> release.grant)
                .filter(held.negate())
                .toList();
    }

    /** Sends what is due, without waiting for it; returns when to come again at the latest. */
    long tend(long now) {
        pending.values().removeIf(this::isHeld);
        pending.values().stream().filter(release -> release.isOver(now)).forEach(this::giveUp);
        List<Pending> due = new ArrayList<>();
        long soonest = LONGEST_PAUSE;
        for (Pending release : pending.values()) {
            if (release.underWay) {
                continue;
            }
            if (now - release.nextTry >= 0 && due.size() < PORTION) {
                due.add(release);
            } else {
                soonest = Math.min(soonest, Math.max(0, release.nextTry - now));
            }
        }
        if (!due.isEmpty()) {
            send(due, now);
        }
        return now + soonest;
    }

    private boolean isHeld(Pending release) {
        boolean bug = held.test(release.grant);
        if (bug) {
            log.write(() -> LOG.error(
                    "lock '{}' is held and was about to be released; this is a bug in Rowlock", release.grant.key()));
        }
        return bug;
    }

    private void giveUp(Pending release) {
        if (pending.remove(release.grant.requestId(), release)) {
            if (carried.test(release.grant)) {
                abandon(release.grant);
            }
            release.givenUp.run();
            watch(release.after, ticker.nanos());
        }
    }

    /** No end of a lease unlocks what is tied to a connection that lives. If this fails, it is given up again, after a pause. */
    private void abandon(Grant grant) {
        lanes.submit("give up a release", bound, store -> {
                    store.abandon(grant);
                    return true;
                })
                .whenAnswered((done, failure) -> {
                    if (failure != null) {
                        releaseAfter(grant, LONGEST_PAUSE, Duration.ZERO);
                    }
                });
    }

    private void send(List<Pending> due, long now) {
        due.forEach(release -> release.underWay = true);
        boolean looks = due.stream().anyMatch(release -> release.mayBeTooLate(now));
        List<Grant> grants = due.stream().map(release -> release.grant).toList();
        lanes.submit("release in the background", bound, store -> release(store, grants, looks))
                .whenAnswered((answer, failure) -> answered(due, answer));
    }

    /** The clock is read first: a claim that is too late by then was judged before this release, or never will be granted. */
    private static Answer release(LockStore store, List<Grant> grants, boolean looks) {
        long clock = looks ? store.find(grants.get(0).key()).now() : Long.MIN_VALUE;
        return new Answer(store.release(grants), clock);
    }

    /** What came of releases that were sent when the database's clock showed at least this. */
    private record Answer(List<GrantOutcome> outcomes, long clock) {}

    private void answered(List<Pending> due, @Nullable Answer answer) {
        for (int i = 0; i < due.size(); i++) {
            Pending release = due.get(i);
            if (answer == null || answer.outcomes.get(i) == GrantOutcome.ROW_LOCKED) {
                release.later(ticker.nanos());
            } else {
                answered(release, answer.outcomes.get(i), answer.clock);
            }
        }
        wake.run();
    }

    private void answered(Pending release, GrantOutcome outcome, long clock) {
        if (!release.isSettledBy(outcome, clock)) {
            release.later(ticker.nanos());
        } else if (pending.remove(release.grant.requestId(), release)) {
            release.settled.accept(outcome);
            watch(release.after, ticker.nanos());
        }
    }

    /** A release that is not settled. */
    private static final class Pending {
        final Grant grant;
        final long end;
        final @Nullable LateClaim late;
        final Consumer<GrantOutcome> settled;
        final Runnable givenUp;
        volatile boolean underWay;
        volatile long nextTry;
        volatile @Nullable LateClaim after;
        private long pause = FIRST_PAUSE;

        Pending(Grant grant, long start, long end, Consumer<GrantOutcome> settled, Runnable givenUp) {
            this.grant = grant;
            this.end = end;
            late = null;
            this.settled = settled;
            this.givenUp = givenUp;
            nextTry = start;
        }

        Pending(LateClaim claim, long start) {
            grant = claim.grant();
            end = claim.until() + claim.lasting().toNanos();
            late = claim;
            settled = outcome -> {};
            givenUp = () -> {};
            nextTry = start;
        }

        /** Of two releases of one grant the later counts; one that looks out for a late claim comes after any other. */
        Pending then(Pending later) {
            if (late == null && later.late != null) {
                after = later.late;
                return this;
            }
            later.after = late == null ? after : late;
            return later;
        }

        boolean mayBeTooLate(long now) {
            return late != null && late.isDue(now);
        }

        boolean isSettledBy(GrantOutcome outcome, long clock) {
            return late == null || (outcome == GrantOutcome.DONE && clock > late.notAfter());
        }

        /** Whether the grant has ended by itself. */
        boolean isOver(long now) {
            return now - end >= 0;
        }

        void later(long now) {
            nextTry = now + pause;
            pause = Math.min(mayBeTooLate(now) ? LONGEST_PAUSE_WHEN_LATE : LONGEST_PAUSE, pause * 2);
            underWay = false;
        }
    }
}
