package io.rowlock.classic;

import io.rowlock.LockException;

/** The lock no longer stands: it was released, taken away, or its time is over. */
public final class NoLockException extends LockException {
    private static final long serialVersionUID = 1L;

    /**
     * A lock that is gone.
     *
     * @param message which lock, what is known, and what to do
     */
    public NoLockException(String message) {
        super(message);
    }
}
