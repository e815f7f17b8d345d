package io.rowlock.internal.release;

import io.rowlock.LockInterruptedException;
import io.rowlock.LockOutcomeUnknownException;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Releases grants in the background.
 *
 * <ol>
 *   <li>A release that could not be finished at once, because the row was locked or the database was away, is retried until the
 *       database answers it, or until the lease has ended the grant in any case.
 *   <li>A {@link LateClaim} is released again and again until the database's own clock says that it is too late to be granted.
 *       From then on only a release that found the grant ends the retries. If none did, its commit may still be in progress, for
 *       example because it waits for a standby, and the grant is invisible until then. So the retries go on, at growing pauses,
 *       for as long as such a grant would last. If a repeat of the claim was granted, all this begins when its holder has
 *       released that grant. This client's clock ends nothing of it, because the database's may have been set back.
 *   <li>A grant that a hold still has is never sent. This is checked before every sending, although a granted claim does not get
 *       here in the first place.
 * </ol>
 */
public final class Releaser {
    private static final Logger LOG = LoggerFactory.getLogger(Releaser.class);
    private static final int BATCH_SIZE = 1_000;
    private static final int MANY_CLAIMS = 1_000;

    private final StoreExecutor executor;
    private final Ticker ticker;
    private final Duration callTimeout;
    private final Predicate<Grant> held;
    private final Runnable wake;
    private final LogThread log;
    private final AbandonedGrants abandoned;
    private final Map<String, PendingRelease> pending = new ConcurrentHashMap<>();
    private final AtomicInteger releasesOfHeldGrants = new AtomicInteger();

    /**
     * Claims that were granted, of which another statement may arrive after that grant has ended. The client's own clock does not make
     * one of them too late: the database's may have been set back. So each is kept until its grant ends here.
     */
    private final Map<String, LateClaim> granted = new ConcurrentHashMap<>();

    /**
     * A releaser.
     *
     * @param executor sends the releases
     * @param ticker elapsed time
     * @param callTimeout the longest that a release may take
     * @param held whether a hold of this process has the grant
     * @param tiedToConnection whether a living connection keeps the grant locked
     * @param wake has {@link #sendDue} called soon
     * @param log writes to the log
     */
    public Releaser(
            StoreExecutor executor,
            Ticker ticker,
            Duration callTimeout,
            Predicate<Grant> held,
            Predicate<Grant> tiedToConnection,
            Runnable wake,
            LogThread log) {
        this.executor = executor;
        this.ticker = ticker;
        this.callTimeout = callTimeout;
        this.held = held;
        this.wake = wake;
        this.log = log;
        abandoned = new AbandonedGrants(executor, ticker, callTimeout, tiedToConnection, wake);
    }

    /** Releases a grant; gives up when its own lease has ended it, if no session covers it. */
    public void release(Grant grant, Duration leaseAndGrace, Consumer<GrantOutcome> onSettled, Runnable onGivenUp) {
        long now = ticker.nanos();
        add(new PendingRelease(grant, now, now + leaseAndGrace.toNanos(), onSettled, onGivenUp));
    }

    /** Releases a grant after a pause. */
    public void releaseAfter(Grant grant, long pause, Duration leaseAndGrace, Runnable onGivenUp) {
        long start = ticker.nanos() + pause;
        add(new PendingRelease(grant, start, start + leaseAndGrace.toNanos(), outcome -> {}, onGivenUp));
    }

    /** Releases a claim that was given up, for as long as it can still be granted. */
    public void releaseLate(LateClaim claim) {
        add(new PendingRelease(claim, ticker.nanos()));
    }

    /**
     * Remembers a claim that was granted, of which another statement may arrive later. Grants that end elsewhere, with a ticket for
     * example, are never reported, so of many such claims the old ones are dropped.
     */
    public void granted(LateClaim claim) {
        long now = ticker.nanos();
        if (granted.size() >= MANY_CLAIMS) {
            granted.values().removeIf(earlier -> earlier.isDue(now) && !held.test(earlier.grant()));
        }
        granted.put(claim.grant().requestId(), claim);
    }

    /**
     * Makes a call that releases a grant of nobody's hold, and that may fail. Its bearer relies on a failure after which surely nothing
     * was done: then the grant stands, and is left alone. After one in doubt it is released first by its token, so that its keep-for
     * stays if it still stands.
     */
    public GrantOutcome watching(Grant grant, Supplier<GrantOutcome> release) {
        try {
            GrantOutcome outcome = release.get();
            ended(grant);
            return outcome;
        } catch (LockOutcomeUnknownException | LockInterruptedException inDoubt) {
            LateClaim claim = granted.remove(grant.requestId());
            if (claim != null) {
                release(grant, claim.lasting(), outcome -> {}, () -> {});
                watch(claim, ticker.nanos());
            }
            throw inDoubt;
        }
    }

    /** A grant has ended in the database. A statement of the same claim that arrives from now on may be granted unnoticed. */
    public void ended(Grant grant) {
        LateClaim claim = granted.isEmpty() ? null : granted.remove(grant.requestId());
        if (claim != null) {
            watch(claim, ticker.nanos());
        }
    }

    /** A grant was lost: it ends in the database after a pause, and its keep-for stays. */
    public void lost(Grant grant, long pause) {
        LateClaim claim = granted.remove(grant.requestId());
        watch(claim == null ? null : claim.of(grant), ticker.nanos() + pause);
    }

    private void watch(@Nullable LateClaim claim, long start) {
        if (claim != null) {
            add(new PendingRelease(claim, start));
        }
    }

    private void add(PendingRelease release) {
        pending.merge(release.grant.requestId(), release, PendingRelease::followedBy);
        wake.run();
    }

    /** How often a grant that a hold still has was to be released: each time by a bug in Rowlock. For tests. */
    public int releasesOfHeldGrants() {
        return releasesOfHeldGrants.get();
    }

    public boolean isIdle() {
        return pending.isEmpty() && abandoned.isEmpty();
    }

    /** The releases that are not finished, which a closing client sends once more. */
    public List<Grant> unsettled() {
        return pending.values().stream()
                .map(release -> release.grant)
                .filter(held.negate())
                .toList();
    }

    /** Sends the releases that are due, without waiting for them; returns the latest moment of the next call. */
    public long sendDue(long now) {
        pending.values().removeIf(this::isHeld);
        pending.values().stream().filter(release -> release.isOver(now)).forEach(this::giveUp);
        List<PendingRelease> due = new ArrayList<>();
        long soonest = PendingRelease.LONGEST_PAUSE.toNanos();
        for (PendingRelease release : pending.values()) {
            if (release.inFlight) {
                continue;
            }
            if (now - release.nextTry >= 0 && due.size() < BATCH_SIZE) {
                due.add(release);
            } else {
                soonest = Math.min(soonest, Math.max(0, release.nextTry - now));
            }
        }
        due.stream().filter(PendingRelease::isSentAlone).forEach(release -> send(List.of(release), now));
        due.removeIf(PendingRelease::isSentAlone);
        if (!due.isEmpty()) {
            send(due, now);
        }
        abandoned.sendDue(now);
        return now + soonest;
    }

    private boolean isHeld(PendingRelease release) {
        boolean bug = held.test(release.grant);
        if (bug) {
            releasesOfHeldGrants.incrementAndGet();
            log.write(() -> LOG.error(
                    "lock '{}' is held and was about to be released; this is a bug in Rowlock", release.grant.key()));
        }
        return bug;
    }

    private void giveUp(PendingRelease release) {
        if (pending.remove(release.grant.requestId(), release)) {
            abandoned.add(release.grant);
            release.onGivenUp.run();
            watch(release.next, ticker.nanos());
        }
    }

    private void send(List<PendingRelease> due, long now) {
        due.forEach(release -> release.inFlight = true);
        boolean readsClock = due.stream().anyMatch(release -> release.mayBeTooLate(now));
        List<Grant> grants = due.stream().map(release -> release.grant).toList();
        executor.submit("release in the background", callTimeout, store -> release(store, grants, readsClock))
                .whenAnswered((answer, failure) -> answered(due, answer));
    }

    /** The clock is read first: a claim that is too late by then was decided before this release, or never will be granted. */
    private static Answer release(LockStore store, List<Grant> grants, boolean readsClock) {
        long clock = readsClock ? store.find(grants.get(0).key()).now() : Long.MIN_VALUE;
        return new Answer(store.release(grants), clock);
    }

    /** The outcomes of releases that were sent when the database's clock showed at least this. */
    private record Answer(List<GrantOutcome> outcomes, long clock) {}

    private void answered(List<PendingRelease> due, @Nullable Answer answer) {
        for (int i = 0; i < due.size(); i++) {
            PendingRelease release = due.get(i);
            if (answer == null || answer.outcomes.get(i) == GrantOutcome.ROW_LOCKED) {
                release.retryLater(ticker.nanos(), Long.MIN_VALUE);
            } else {
                answered(release, answer.outcomes.get(i), answer.clock);
            }
        }
        wake.run();
    }

    private void answered(PendingRelease release, GrantOutcome outcome, long clock) {
        if (!release.isSettledBy(outcome, clock)) {
            release.retryLater(ticker.nanos(), clock);
        } else if (pending.remove(release.grant.requestId(), release)) {
            release.onSettled.accept(outcome);
            watch(release.next, ticker.nanos());
        }
    }
}
