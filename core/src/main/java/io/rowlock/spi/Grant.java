package io.rowlock.spi;

import io.rowlock.LockKey;

/**
 * Names one grant: the row, and what proves that the grant is the asker's.
 *
 * @param key which lock
 * @param token the grant's number; {@link #UNKNOWN_TOKEN} when the reply that told it was lost
 * @param requestId the claim that it answered
 */
public record Grant(LockKey key, long token, String requestId) {

    /** Stands for a token that no reply has told; a release does not need it. */
    public static final long UNKNOWN_TOKEN = 0;
}
