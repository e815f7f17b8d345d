package io.rowlock;

import org.jspecify.annotations.Nullable;

/** The database could not be asked, or answered with an error. Broken, not busy. */
public class LockStoreException extends LockException {
    private static final long serialVersionUID = 1L;

    /**
     * A failure of the database or the way to it.
     *
     * @param message what was tried, what is known, and what to do
     * @param cause what went wrong; null when nothing answered at all
     */
    public LockStoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
