package io.rowlock.classic;

import io.rowlock.LockException;

/** Another was quicker to lock the thing at this very moment. */
public final class LockingFailException extends LockException {
    private static final long serialVersionUID = 1L;

    /** A lost race of an implementation of your own, which says no more. */
    public LockingFailException() {
        this("it was locked by another at this very moment; try again");
    }

    /**
     * A lost race.
     *
     * @param message which lock, what is known, and what to do
     */
    public LockingFailException(String message) {
        super(message);
    }

    /**
     * A lost race of an implementation of your own.
     *
     * @param cause the exception by which the database told
     */
    public LockingFailException(Throwable cause) {
        super("it was locked by another at this very moment; try again: " + cause.getMessage(), cause);
    }
}
