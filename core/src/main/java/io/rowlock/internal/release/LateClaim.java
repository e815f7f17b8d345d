package io.rowlock.internal.release;

import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.time.Micros;
import java.time.Duration;

/**
 * A claim of which a statement was sent and not answered. That statement may still reach the database, and be granted there
 * unnoticed.
 *
 * @param grant the grant that it would get
 * @param notAfter the database's time in microseconds from which on it is surely too late
 * @param until about the same moment, on the monotonic clock
 * @param lasting how long such a grant would last by itself
 */
public record LateClaim(Grant grant, long notAfter, long until, Duration lasting) {

    /** The largest error of an estimate of the database's clock, and the longest time from a statement's look at the clock to its end. */
    private static final Duration SLACK = Duration.ofSeconds(1);

    /** The time during which a claim can be granted. */
    public static Duration validity(Duration callTimeout) {
        return callTimeout.plus(SLACK);
    }

    /** A claim that was made at a moment of the monotonic clock. */
    public static LateClaim of(Claim claim, long madeAt, Duration callTimeout) {
        Duration leased = claim.terms().lease().plus(claim.terms().grace());
        return new LateClaim(
                new Grant(claim.key(), Grant.UNKNOWN_TOKEN, claim.requestId()),
                claim.notAfter() + Micros.of(SLACK),
                madeAt + validity(callTimeout).plus(SLACK).toNanos(),
                leased.compareTo(claim.keepFor()) > 0 ? leased : claim.keepFor());
    }

    /** The same, with the token that one of its statements was granted. */
    LateClaim of(Grant known) {
        return new LateClaim(known, notAfter, until, lasting);
    }

    /** Whether it should be too late by now; the database's clock decides. */
    boolean isDue(long now) {
        return now - until >= 0;
    }
}
