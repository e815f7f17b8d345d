package io.rowlock.classic;

import io.rowlock.LockException;

/** The thing is locked by someone else. */
public final class AlreadyLockedException extends LockException {
    private static final long serialVersionUID = 1L;

    /** A thing that is locked of an implementation of your own, which says no more. */
    public AlreadyLockedException() {
        this("it is locked by someone else; try again when that lock is released or expired");
    }

    /**
     * A thing that is locked.
     *
     * @param message which lock, what is known, and what to do
     */
    public AlreadyLockedException(String message) {
        super(message);
    }
}
