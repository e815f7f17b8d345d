package io.rowlock.internal.hold;

import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.time.Timing;
import java.time.Duration;

/** When a hold is to be renewed next, and whether a renewal is under way. */
final class RenewalSchedule {

    /** How soon to ask, and ask again, what became of a transaction that releases the lock. */
    private static final long SETTLE_PAUSE = Duration.ofMillis(20).toNanos();

    /** How much less often a hold is renewed by itself while a session keeps it: every twenty leases. */
    private static final int KEPT_FACTOR = 60;

    private final boolean automatic;
    private final Duration lease;
    private final HoldKind bond;
    private volatile boolean settling;
    private volatile long settlingSince;
    private volatile boolean underWay;
    private volatile long dueAt;

    RenewalSchedule(boolean automatic, Duration lease, HoldKind bond, long sentAt) {
        this.automatic = automatic;
        this.lease = lease;
        this.bond = bond;
        dueAt = sentAt + pause();
    }

    private long pause() {
        return bond == HoldKind.CONNECTION ? Timing.watchAfterNanos(lease) : Timing.renewAfterNanos(lease);
    }

    /** Whether a renewal should be sent now, or may join one that is. */
    boolean isDue(long now) {
        return isPlanned() && now - dueAt + (settling ? 0 : Timing.joinNanos(lease)) >= 0;
    }

    /** Whether a renewal must be sent now. */
    boolean isOverdue(long now) {
        return isPlanned() && now - dueAt >= 0;
    }

    /** When the next renewal is due; never later than the deadline, which is the next moment if none is planned. */
    long nextMoment(long deadline) {
        return isPlanned() && deadline - dueAt > 0 ? dueAt : deadline;
    }

    private boolean isPlanned() {
        return (automatic || settling) && !underWay;
    }

    void sent() {
        underWay = true;
    }

    void renewedAt(long sentAt) {
        settling = false;
        dueAt = sentAt + pause();
    }

    /** A session keeps the hold: its own row is looked at now and then, in case someone has changed it by hand. */
    void keptSince(long sentAt) {
        dueAt = sentAt + KEPT_FACTOR * Timing.renewAfterNanos(lease);
    }

    /** Nothing keeps the hold any more: it is due at once. */
    void hurry(long now) {
        dueAt = dueAt - now > 0 ? now : dueAt;
    }

    boolean isUnderWay() {
        return underWay;
    }

    /** A transaction has released the lock: what is sent from now on, and not before, tells what becomes of it. */
    void settling(long now) {
        settlingSince = now;
        dueAt = now + SETTLE_PAUSE;
        settling = true;
    }

    /** Whether a renewal that was sent at that moment can tell what became of the transaction. */
    boolean tellsOfSettling(long sentAt) {
        return settling && sentAt - settlingSince >= 0;
    }

    void failed(long now) {
        dueAt = now + (settling ? SETTLE_PAUSE : Timing.retryAfterNanos(lease));
    }

    void answered() {
        underWay = false;
    }
}
