package io.rowlock.internal.hold;

import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.time.Timing;
import java.time.Duration;

/**
 * When the next renewal of a hold, or heartbeat of a session, is due, and whether one is in flight. Not thread-safe: guarded by
 * the monitor of its owner.
 */
final class RenewalSchedule {

    /** How soon to find out, and to try again, how a transaction that releases the lock has ended. */
    private static final long PROBE_PAUSE = Duration.ofMillis(20).toNanos();

    /** How much less often a hold is renewed by itself while a session covers it: every twenty leases. */
    private static final int COVERED_FACTOR = 60;

    private final boolean automatic;
    private final Duration lease;
    private final HoldKind kind;
    private boolean probing;
    private long probingSince;
    private boolean inFlight;
    private long dueAt;

    RenewalSchedule(boolean automatic, Duration lease, HoldKind kind, long sentAt) {
        this.automatic = automatic;
        this.lease = lease;
        this.kind = kind;
        dueAt = sentAt + pause();
    }

    private long pause() {
        return kind == HoldKind.CONNECTION ? Timing.watchAfterNanos(lease) : Timing.renewAfterNanos(lease);
    }

    /** Whether a renewal should be sent now, or may share the statement of one that is. */
    boolean isDue(long now) {
        return isPlanned() && now - dueAt + (probing ? 0 : Timing.joinNanos(lease)) >= 0;
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
        return (automatic || probing) && !inFlight;
    }

    boolean isInFlight() {
        return inFlight;
    }

    void sent() {
        inFlight = true;
    }

    void answered() {
        inFlight = false;
    }

    void renewedAt(long sentAt) {
        probing = false;
        dueAt = sentAt + pause();
    }

    /** A session covers the hold. Its own row is renewed now and then, in case it was changed by hand. */
    void coveredSince(long sentAt) {
        dueAt = sentAt + COVERED_FACTOR * Timing.renewAfterNanos(lease);
    }

    /** No session covers the hold any more: it is due at once. */
    void dueNow(long now) {
        dueAt = dueAt - now > 0 ? now : dueAt;
    }

    void retryAfter(long now) {
        dueAt = now + (probing ? PROBE_PAUSE : Timing.retryAfterNanos(lease));
    }

    /** A transaction has released the lock: renewals sent from now on, and not before, show how it ends. */
    void probeFrom(long now) {
        probingSince = now;
        dueAt = now + PROBE_PAUSE;
        probing = true;
    }

    /** Whether a renewal that was sent at that moment shows how the transaction ended. */
    boolean isProbe(long sentAt) {
        return probing && sentAt - probingSince >= 0;
    }
}
