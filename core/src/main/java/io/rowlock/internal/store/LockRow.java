package io.rowlock.internal.store;

import io.rowlock.LockKey;
import io.rowlock.LockStatus;
import io.rowlock.LockStatus.State;
import io.rowlock.internal.time.Micros;
import org.jspecify.annotations.Nullable;

/**
 * A row of the lock table, as people may see it. Times are database times in microseconds.
 *
 * @param key which lock
 * @param token the number of its latest grant
 * @param requestId whose it is; null when nobody's
 * @param sessionId the session that keeps it; null if none does
 * @param times when it was granted, ends, and is kept until
 * @param counts how often it was granted and renewed
 * @param owner who holds it, or held it last
 */
public record LockRow(
        LockKey key,
        long token,
        @Nullable String requestId,
        @Nullable String sessionId,
        Times times,
        Counts counts,
        String owner) {

    /** Takes the place of the request id once an operator has revoked the grant. */
    public static final String REVOKED = "revoked";

    /**
     * A row that belongs to no session.
     *
     * @param key which lock
     * @param token the number of its latest grant
     * @param requestId whose it is; null when nobody's
     * @param times when it was granted, ends, and is kept until
     * @param counts how often it was granted and renewed
     * @param owner who holds it, or held it last
     */
    public LockRow(LockKey key, long token, @Nullable String requestId, Times times, Counts counts, String owner) {
        this(key, token, requestId, null, times, counts, owner);
    }

    /**
     * A row's times.
     *
     * @param acquired when its latest grant was made
     * @param expires when its lease ends, or that of its session if it is later; for a free row, when it was freed
     * @param grace how long takers wait after that
     * @param keptUntil until when it stays taken in any case
     */
    public record Times(long acquired, long expires, long grace, long keptUntil) {}

    /**
     * A row's counters.
     *
     * @param grants how often it was granted
     * @param renewals how often its latest grant was renewed, and the session that keeps it
     */
    public record Counts(long grants, long renewals) {}

    /**
     * When the lock can be taken, if nothing is renewed.
     *
     * @return the database time
     */
    public long freeAt() {
        long leased = requestId == null ? 0 : times.expires + times.grace;
        return Math.max(leased, times.keptUntil);
    }

    /**
     * Whether an operator has revoked a grant, and nobody was granted the lock since.
     *
     * @param grantToken the grant's number
     * @return true if so
     */
    public boolean isRevoked(long grantToken) {
        return token == grantToken && REVOKED.equals(requestId);
    }

    /**
     * Whether someone has the lock, had it and did not release it, or it is kept.
     *
     * @param now the database's time
     * @return false if it is free
     */
    public boolean isTaken(long now) {
        return requestId != null || times.keptUntil > now;
    }

    /**
     * The row as people read it.
     *
     * @param now the database's time
     * @param waiters how many are known to wait
     * @return its status
     */
    public LockStatus status(long now, int waiters) {
        State state = state(now);
        return LockStatus.builder(key)
                .state(state)
                .owner(owner)
                .token(token)
                .since(Micros.toInstant(times.acquired))
                .until(Micros.toInstant(state == State.KEPT ? times.keptUntil : times.expires))
                .renewals(counts.renewals)
                .grants(counts.grants)
                .waiters(waiters)
                .asOf(Micros.toInstant(now))
                .build();
    }

    private State state(long now) {
        if (REVOKED.equals(requestId) && freeAt() > now) {
            return State.REVOKED;
        }
        boolean leased = requestId != null && times.expires > now;
        if (leased) {
            return State.HELD;
        }
        if (times.keptUntil > now) {
            return State.KEPT;
        }
        return requestId == null || REVOKED.equals(requestId) ? State.FREE : State.EXPIRED;
    }
}
