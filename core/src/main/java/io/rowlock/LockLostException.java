package io.rowlock;

/** The grant no longer stands: its lease ended, it was revoked, or it has been released. */
public final class LockLostException extends LockException {
    private static final long serialVersionUID = 1L;

    /**
     * A loss.
     *
     * @param key which lock
     * @param token the grant's number
     * @param reason the operation that found the loss, and the cause as far as it is known
     */
    public LockLostException(LockKey key, long token, String reason) {
        super("lock '" + key + "' (token " + token + ") is no longer held: " + reason);
    }
}
