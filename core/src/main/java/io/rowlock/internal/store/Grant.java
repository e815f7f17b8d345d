package io.rowlock.internal.store;

import io.rowlock.LockKey;

/**
 * Names one grant: the row, and the proof that the grant is the caller's.
 *
 * @param key which lock
 * @param token the grant's number; {@link #UNKNOWN_TOKEN} if the reply was lost
 * @param requestId the claim that it answered
 */
public record Grant(LockKey key, long token, String requestId) {

    /**
     * Stands for the token of a grant whose reply never arrived. A release does not need the token, and ends the
     * keep-for of such a grant with it.
     */
    public static final long UNKNOWN_TOKEN = 0;
}
