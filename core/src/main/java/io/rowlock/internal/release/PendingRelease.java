package io.rowlock.internal.release;

import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.time.Backoff;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A release that is not finished. */
final class PendingRelease {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(2);
    static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE_WHEN_LATE = Duration.ofSeconds(15);

    final Grant grant;
    final @Nullable LateClaim late;
    final Consumer<GrantOutcome> onSettled;
    final Runnable onGivenUp;
    volatile boolean inFlight;
    volatile long nextTry;
    volatile @Nullable LateClaim next;

    /** When the grant has ended by itself; null as long as the database may still make it. */
    private volatile @Nullable Long end;

    private final Backoff backoff = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);

    /** It can no longer be granted, but the commit of a grant may still be in progress: that is not urgent. */
    private final Backoff backoffWhenLate = new Backoff(LONGEST_PAUSE, LONGEST_PAUSE_WHEN_LATE);

    PendingRelease(Grant grant, long start, long end, Consumer<GrantOutcome> onSettled, Runnable onGivenUp) {
        this.grant = grant;
        this.end = end;
        late = null;
        this.onSettled = onSettled;
        this.onGivenUp = onGivenUp;
        nextTry = start;
    }

    PendingRelease(LateClaim claim, long start) {
        grant = claim.grant();
        late = claim;
        onSettled = outcome -> {};
        onGivenUp = () -> {};
        nextTry = start;
    }

    /** The later of two releases of a grant counts; the release of a late claim waits for any other. */
    PendingRelease followedBy(PendingRelease later) {
        if (late == null && later.late != null) {
            next = later.late;
            return this;
        }
        later.next = late == null ? next : late;
        return later;
    }

    boolean mayBeTooLate(long now) {
        return late != null && late.isDue(now);
    }

    /**
     * Only a release that found its grant settles a late claim. Of releases with known tokens that share a statement, a store may
     * answer those as done that found nothing. Without the token the answer would be exact, but the release would end the keep-for
     * of a grant that was lost.
     */
    boolean isSentAlone() {
        return late != null && grant.token() != Grant.UNKNOWN_TOKEN;
    }

    boolean isSettledBy(GrantOutcome outcome, long clock) {
        return late == null || (outcome == GrantOutcome.DONE && clock > late.notAfter());
    }

    boolean isOver(long now) {
        Long known = end;
        return known != null && now - known >= 0;
    }

    /** A late claim is over some time after the database's clock has shown that it is too late, and not before. */
    void retryLater(long now, long clock) {
        if (late != null && end == null && clock > late.notAfter()) {
            end = now + late.lasting().toNanos();
        }
        nextTry = now + (mayBeTooLate(now) ? backoffWhenLate : backoff).nanos();
        inFlight = false;
    }
}
