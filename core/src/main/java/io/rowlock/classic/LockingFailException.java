package io.rowlock.classic;

import io.rowlock.LockException;

/** Another was quicker to lock the thing at this very moment. */
public final class LockingFailException extends LockException {
    private static final long serialVersionUID = 1L;

    /**
     * A lost race.
     *
     * @param message which lock, what is known, and what to do
     */
    public LockingFailException(String message) {
        super(message);
    }
}
