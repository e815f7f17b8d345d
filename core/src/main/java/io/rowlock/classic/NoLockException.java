package io.rowlock.classic;

import io.rowlock.LockException;

/** The lock no longer stands: it was released, taken away, or its time is over. */
public final class NoLockException extends LockException {
    private static final long serialVersionUID = 1L;

    /** A lock that is gone of an implementation of your own, which says no more. */
    public NoLockException() {
        this("the lock no longer stands: it was released, or its time is over; lock again, and read the data again");
    }

    /**
     * A lock that is gone.
     *
     * @param message which lock, what is known, and what to do
     */
    public NoLockException(String message) {
        super(message);
    }
}
