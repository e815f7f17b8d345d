package io.rowlock.internal.engine;

import io.rowlock.spi.Grant;
import io.rowlock.spi.GrantOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finishes releases that could not be finished at once: the row was locked, the database away, or the grant only feared.
 * Each is tried again until it is settled, or its lease has ended it in any case.
 */
final class Releaser {
    private static final long FIRST_PAUSE = Duration.ofMillis(2).toNanos();
    private static final long LONGEST_PAUSE = Duration.ofSeconds(1).toNanos();
    private static final int PORTION = 1_000;

    private final Lanes lanes;
    private final Ticker ticker;
    private final Duration bound;
    private final Runnable wake;
    private final Map<String, Pending> pending = new ConcurrentHashMap<>();

    Releaser(Lanes lanes, Ticker ticker, Duration bound, Runnable wake) {
        this.lanes = lanes;
        this.ticker = ticker;
        this.bound = bound;
        this.wake = wake;
    }

    /** Releases a grant in the background; gives up when its own lease has ended it, if no session keeps it. */
    void release(Grant grant, Duration leaseAndGrace, Consumer<GrantOutcome> settled, Runnable givenUp) {
        add(new Pending(grant, leaseAndGrace.toNanos(), 0, settled, givenUp));
    }

    /** Releases a grant after a pause. */
    void releaseAfter(Grant grant, long pause, Duration leaseAndGrace) {
        Pending wish = new Pending(grant, pause + leaseAndGrace.toNanos(), 0, outcome -> {}, () -> {});
        wish.nextTry = ticker.nanos() + pause;
        add(wish);
    }

    /**
     * Releases a grant that may yet be made, by a claim that may still be on its way: until the claim is too late to be
     * granted, "not there" settles nothing.
     */
    void releaseFeared(Grant grant, Duration leaseAndGrace, Duration onItsWay) {
        add(new Pending(grant, leaseAndGrace.plus(onItsWay).toNanos(), onItsWay.toNanos(), outcome -> {}, () -> {}));
    }

    private void add(Pending wish) {
        pending.put(wish.grant.requestId(), wish);
        wake.run();
    }

    boolean isIdle() {
        return pending.isEmpty();
    }

    /** The releases that are not settled, to be sent once more at the end. */
    List<Grant> unsettled() {
        return pending.values().stream().map(wish -> wish.grant).toList();
    }

    /** Sends what is due, without waiting for it; returns when to come again at the latest. */
    long tend(long now) {
        pending.values().removeIf(wish -> wish.givesUp(now));
        List<Pending> due = new ArrayList<>();
        long soonest = LONGEST_PAUSE;
        for (Pending wish : pending.values()) {
            if (wish.underWay) {
                continue;
            }
            if (now - wish.nextTry >= 0 && due.size() < PORTION) {
                due.add(wish);
            } else {
                soonest = Math.min(soonest, Math.max(0, wish.nextTry - now));
            }
        }
        if (!due.isEmpty()) {
            send(due);
        }
        return now + soonest;
    }

    private void send(List<Pending> due) {
        due.forEach(wish -> wish.underWay = true);
        List<Grant> grants = due.stream().map(wish -> wish.grant).toList();
        lanes.submit("release in the background", bound, store -> store.release(grants))
                .whenAnswered((outcomes, failure) -> answered(due, outcomes));
    }

    private void answered(List<Pending> due, @Nullable List<GrantOutcome> outcomes) {
        for (int i = 0; i < due.size(); i++) {
            answered(due.get(i), outcomes == null ? GrantOutcome.ROW_LOCKED : outcomes.get(i));
        }
        wake.run();
    }

    private void answered(Pending wish, GrantOutcome outcome) {
        long now = ticker.nanos();
        if (outcome == GrantOutcome.ROW_LOCKED || now - wish.notSettledBefore < 0) {
            wish.later(now);
        } else if (pending.remove(wish.grant.requestId(), wish)) {
            wish.settled.accept(outcome);
        }
    }

    /** A release that is not settled. */
    private final class Pending {
        final Grant grant;
        final long end;
        final long notSettledBefore;
        final Consumer<GrantOutcome> settled;
        final Runnable givenUp;
        volatile boolean underWay;
        volatile long nextTry;
        private long pause = FIRST_PAUSE;

        Pending(Grant grant, long lives, long feared, Consumer<GrantOutcome> settled, Runnable givenUp) {
            long now = ticker.nanos();
            this.grant = grant;
            end = now + lives;
            notSettledBefore = now + feared;
            this.settled = settled;
            this.givenUp = givenUp;
            nextTry = now;
        }

        boolean givesUp(long now) {
            boolean over = now - end >= 0;
            if (over) {
                givenUp.run();
            }
            return over;
        }

        void later(long now) {
            nextTry = now + pause;
            pause = Math.min(LONGEST_PAUSE, pause * 2);
            underWay = false;
        }
    }
}
