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
 * A lock that this process waits for, and another has: when to look at it again. Where hints are heard, looking is only for
 * those that get lost. While the lock goes from hand to hand the pauses stay short; they grow while one holds it.
 */
final class ContendedLock {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(10);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);
    private static final Duration FIRST_RECHECK = Duration.ofMillis(50);
    private static final Duration LONGEST_RECHECK = Duration.ofMillis(250);

    /** Less than a reservation lasts, so that whoever cannot hear of it finds it. */
    private static final long DEAF_RECHECK = WakeUps.RESERVATION.dividedBy(2).toNanos();

    private static final long REGISTER_AGAIN = WakeUps.LEASE.dividedBy(3).toNanos();
    private static final long REGISTER_DEAF_AGAIN = Duration.ofMillis(500).toNanos();
    private static final long ASKING = Duration.ofSeconds(1).toNanos();
    private static final long LONG = Duration.ofSeconds(1).toNanos();

    private final LockKey key;
    private final long watchedSince;
    private Backoff pause = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
    private boolean heard;
    private long token = -1;
    private long since;
    private long pausedAt;
    private long nextLook;
    private boolean registered;
    private long registeredAt;

    ContendedLock(LockKey key, long now) {
        this.key = key;
        watchedSince = now;
    }

    LockKey key() {
        return key;
    }

    /** Takes note of a refusal: what the row said, and since when the first in line has waited. */
    void refused(Busy refused, long waitingSince, long now, boolean hearing) {
        since = waitingSince;
        seen(refused.row(), refused.now(), now, hearing);
    }

    /** Takes note of what was seen, and when to look again: no later than the lock is free by itself. */
    void seen(Optional<LockRow> row, long databaseNow, long now, boolean hearing) {
        long newest = row.map(LockRow::token).orElse(0L);
        if (newest != token || heard != hearing) {
            token = newest;
            heard = hearing;
            pause = hearing ? new Backoff(FIRST_RECHECK, LONGEST_RECHECK) : new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
        }
        long freeIn = row.map(found -> (found.freeAt() - databaseNow) * 1_000)
                .filter(nanos -> nanos > 0)
                .orElse(Long.MAX_VALUE);
        long wait = registered && !hearing ? Math.min(pause.nanos(), DEAF_RECHECK) : pause.nanos();
        lookIn(Math.min(wait, freeIn), now);
    }

    /** Whether it is worth asking for: it is free, or may be reserved for this process. */
    boolean isWorthAsking(Optional<LockRow> row, long databaseNow) {
        long freeAt = row.map(LockRow::freeAt).orElse(0L);
        boolean held = row.map(LockRow::requestId).isPresent();
        return freeAt <= databaseNow || (registered && !held && freeAt - databaseNow <= Micros.of(WakeUps.RESERVATION));
    }

    /** The first in line is asking, and will tell what came of it. */
    void asked(long now) {
        lookIn(ASKING, now);
    }

    private void lookIn(long nanos, long now) {
        pausedAt = now;
        nextLook = now + nanos;
    }

    long nextLook() {
        return nextLook;
    }

    boolean isDue(long now) {
        return nextLook - now <= 0;
    }

    /** Whether enough of its pause has passed to be looked at together with one that is due. */
    boolean isNearlyDue(long now) {
        return now - pausedAt >= nextLook - now;
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

    /** Who cannot hear does not know whether its registration was used up. */
    boolean mustRegister(long now, boolean hearing) {
        return !registered || now - registeredAt >= (hearing ? REGISTER_AGAIN : REGISTER_DEAF_AGAIN);
    }

    /** Takes note of a registration; true if it is the first. */
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
