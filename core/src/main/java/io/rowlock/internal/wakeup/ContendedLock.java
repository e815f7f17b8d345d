package io.rowlock.internal.wakeup;

import io.rowlock.LockKey;
import io.rowlock.internal.store.AcquireResult.Busy;
import io.rowlock.internal.store.LockRow;
import io.rowlock.internal.store.WakeUps;
import io.rowlock.internal.time.Backoff;
import io.rowlock.internal.time.Micros;
import java.time.Duration;
import java.util.Optional;

/**
 * A lock that this process waits for and another holds: when to poll it again. Where notifications arrive, polling only makes up
 * for lost ones. The pauses stay short while the lock changes hands, and grow while one process holds it.
 */
final class ContendedLock {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(10);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);
    private static final Duration FIRST_RECHECK = Duration.ofMillis(50);
    private static final Duration LONGEST_RECHECK = Duration.ofMillis(250);

    /** Less than a reservation lasts, so that a process that gets no notification finds it. */
    private static final long UNNOTIFIED_RECHECK =
            WakeUps.RESERVATION.dividedBy(2).toNanos();

    private static final long REGISTER_AGAIN = WakeUps.LEASE.dividedBy(3).toNanos();
    private static final long REGISTER_UNNOTIFIED_AGAIN = Duration.ofMillis(500).toNanos();
    private static final long ASKING = Duration.ofSeconds(1).toNanos();
    private static final long LONG = Duration.ofSeconds(1).toNanos();

    private final LockKey key;
    private final long watchedSince;
    private Backoff backoff = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
    private boolean wasNotified;
    private long token = -1;
    private long since;
    private long pausedAt;
    private long nextPoll;
    private boolean registered;
    private long registeredAt;

    ContendedLock(LockKey key, long now) {
        this.key = key;
        watchedSince = now;
    }

    LockKey key() {
        return key;
    }

    /** Notes that the first in line found the lock busy, and since when it has waited. */
    void busy(Busy busy, long waitingSince, long now, boolean notified) {
        since = waitingSince;
        polled(busy.row(), busy.now(), now, notified);
    }

    /** Notes the row that was read, and when to poll again: no later than the lock expires. */
    void polled(Optional<LockRow> row, long databaseNow, long now, boolean notified) {
        long newest = row.map(LockRow::token).orElse(0L);
        if (newest != token || wasNotified != notified) {
            token = newest;
            wasNotified = notified;
            backoff = notified ? new Backoff(FIRST_RECHECK, LONGEST_RECHECK) : new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
        }
        long freeIn = row.map(found -> (found.freeAt() - databaseNow) * 1_000)
                .filter(nanos -> nanos > 0)
                .orElse(Long.MAX_VALUE);
        long wait = registered && !notified ? Math.min(backoff.nanos(), UNNOTIFIED_RECHECK) : backoff.nanos();
        pollIn(Math.min(wait, freeIn), now);
    }

    /** Whether it is worth asking for: it is free, or may be reserved for this process. */
    boolean isWorthAsking(Optional<LockRow> row, long databaseNow) {
        long freeAt = row.map(LockRow::freeAt).orElse(0L);
        boolean held = row.map(LockRow::requestId).isPresent();
        return freeAt <= databaseNow || (registered && !held && freeAt - databaseNow <= Micros.of(WakeUps.RESERVATION));
    }

    /** The first in line is asking for it, and reports the result. */
    void asking(long now) {
        pollIn(ASKING, now);
    }

    private void pollIn(long nanos, long now) {
        pausedAt = now;
        nextPoll = now + nanos;
    }

    long nextPoll() {
        return nextPoll;
    }

    boolean isDue(long now) {
        return nextPoll - now <= 0;
    }

    /** Whether enough of its pause has passed to be polled together with one that is due. */
    boolean isNearlyDue(long now) {
        return now - pausedAt >= nextPoll - now;
    }

    long since() {
        return since;
    }

    boolean isRegistered() {
        return registered;
    }

    boolean isLongAwaited(long now) {
        return now - watchedSince >= LONG;
    }

    /** A process without notifications does not know whether its registration was used up. */
    boolean mustRegister(long now, boolean notified) {
        return !registered || now - registeredAt >= (notified ? REGISTER_AGAIN : REGISTER_UNNOTIFIED_AGAIN);
    }

    /** Notes a registration; true if it is the first. */
    boolean registered(long now) {
        boolean first = !registered;
        registered = true;
        registeredAt = now;
        return first;
    }

    void unregistered() {
        registered = false;
    }
}
