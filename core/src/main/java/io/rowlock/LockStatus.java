package io.rowlock;

import java.time.Instant;

/**
 * What the lock table says of one lock, at the moment it was asked. All times are the database's.
 *
 * @param key which lock
 * @param state what it is doing
 * @param owner who holds it, or held it last, for people to read
 * @param token the number of its latest grant
 * @param since when that grant was made
 * @param until when its lease ends unless renewed; for a kept lock, until when it is kept; for a free one, when it
 *     was freed
 * @param renewals how often that grant was renewed, by itself or with the session of its process; grows as long as the
 *     process renews it
 * @param grants how often the lock was granted since its row was made
 * @param waiters how many are known to wait for it: those of this process, and on PostgreSQL those that other processes
 *     have told of, which may be a few seconds old
 * @param asOf the database's time when this was read
 */
public record LockStatus(
        LockKey key,
        State state,
        String owner,
        long token,
        Instant since,
        Instant until,
        long renewals,
        long grants,
        int waiters,
        Instant asOf) {

    /** What a lock is doing. */
    public enum State {
        /** Nobody has it. */
        FREE,
        /** Someone has it, and the lease is running. */
        HELD,
        /** Its holder has not renewed in time; the grace is running, or the next to ask gets it. */
        EXPIRED,
        /** Released or expired, but kept for the time that its definition asks. */
        KEPT,
        /** An operator has revoked it; free once its expiry and grace have passed. */
        REVOKED
    }

    /**
     * The lock's name.
     *
     * @return the name of its key
     */
    public String name() {
        return key.name();
    }
}
