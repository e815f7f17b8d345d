package io.rowlock.internal.time;

import io.rowlock.LockDefinition;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How a lease is divided.
 *
 * <p>The holder trusts its grant for 99 % of the lease less a margin, counted on its own monotonic clock from before the first
 * statement was sent. Others wait for the lease and the grace, counted on the database's clock from after it. So neither a clock
 * rate that is off by 1 % nor a database clock that steps forward by less than the grace lets two processes hold the lock at once.
 */
public final class Timing {
    private static final long MIN_MARGIN_NANOS = Duration.ofMillis(50).toNanos();
    private static final long MIN_RETRY_NANOS = Duration.ofMillis(50).toNanos();

    private static final long LONGEST_WATCH_NANOS = Duration.ofSeconds(2).toNanos();

    private Timing() {}

    public static Terms terms(LockDefinition definition) {
        return new Terms(definition.lease(), definition.grace());
    }

    /** How long after the first statement was sent the holder may trust its grant. */
    public static long beliefNanos(Duration lease) {
        long whole = lease.toNanos();
        return whole - whole / 100 - Math.max(MIN_MARGIN_NANOS, whole / 50);
    }

    /** How long a hold may last; longer than anything if its definition says nothing, and near enough for moments to be compared. */
    public static long longestHoldNanos(LockDefinition definition) {
        return definition.longestHold().map(Duration::toNanos).orElse(Long.MAX_VALUE / 2);
    }

    /** How long a row has to be honoured so that others wait as long as for these terms, though it keeps its own grace. */
    public static Duration honoured(Terms terms, Terms own) {
        Duration more = terms.grace().minus(own.grace());
        return more.isNegative() ? terms.lease() : terms.lease().plus(more);
    }

    /** When to renew after the last renewal was sent: at a third of the lease, give or take a tenth of that. */
    public static long renewAfterNanos(Duration lease) {
        long third = lease.toNanos() / 3;
        return third - third / 10 + ThreadLocalRandom.current().nextLong(third / 5 + 1);
    }

    /**
     * When to renew a grant that is bound to a connection: often, because the lock is free as soon as the connection ends, and
     * only a renewal detects that.
     */
    public static long watchAfterNanos(Duration lease) {
        return Math.min(LONGEST_WATCH_NANOS, renewAfterNanos(lease));
    }

    /** How long a grant still counts in the database after its holder stopped trusting it. */
    public static long afterBeliefNanos(Terms terms) {
        return terms.lease().plus(terms.grace()).toNanos() - beliefNanos(terms.lease());
    }

    /** How far ahead of its time a renewal may join one that is due, so that they share a statement. */
    public static long joinNanos(Duration lease) {
        return lease.toNanos() / 20;
    }

    /** When to renew again after a renewal failed. */
    public static long retryAfterNanos(Duration lease) {
        return Math.max(MIN_RETRY_NANOS, lease.toNanos() / 24);
    }

    /** How long a renewal may take, so that a hung one leaves time for others. */
    public static Duration renewalBound(Duration lease) {
        return Duration.ofNanos(lease.toNanos() / 6);
    }
}
