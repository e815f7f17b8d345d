package io.rowlock.internal.store;

import io.rowlock.LockKey;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;

/**
 * Names one grant: the row, and the proof that the grant is the caller's.
 *
 * @param key which lock
 * @param token the grant's number; {@link #UNKNOWN_TOKEN} if the reply was lost
 * @param requestId the claim that it answered
 * @param keepFor how long the lock stays taken when the grant is released; zero unless its holder asks for that
 */
public record Grant(LockKey key, long token, String requestId, Duration keepFor) {

    /**
     * Stands for the token of a grant whose reply never arrived. A release does not need the token, and ends the
     * keep-for of such a grant with it.
     */
    public static final long UNKNOWN_TOKEN = 0;

    /**
     * A grant whose lock is free when it is released, unless its definition keeps it.
     *
     * @param key which lock
     * @param token the grant's number
     * @param requestId the claim that it answered
     */
    public Grant(LockKey key, long token, String requestId) {
        this(key, token, requestId, Duration.ZERO);
    }

    /**
     * The same grant, to be released in another way.
     *
     * @param time how long the lock stays taken when it is released
     * @return the grant
     */
    public Grant keptFor(Duration time) {
        return new Grant(key, token, requestId, time);
    }

    /**
     * Whether its lock stays taken when it is released.
     *
     * @return true if so
     */
    public boolean isKept() {
        return !keepFor.isZero();
    }

    /**
     * Whether the lock of one of them stays taken when it is released.
     *
     * @param grants the grants
     * @return true if so
     */
    public static boolean anyKept(List<Grant> grants) {
        for (Grant grant : grants) {
            if (grant.isKept()) {
                return true;
            }
        }
        return false;
    }

    /**
     * A grant as it stood in a table that others have designed.
     *
     * @param expiry its expiry, as the column showed it
     * @param now the database's time in microseconds, when it was read
     * @param alive whether its lease still ran then
     */
    public record Seen(LocalDateTime expiry, long now, boolean alive) {}
}
