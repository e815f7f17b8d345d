package io.rowlock;

import org.jspecify.annotations.Nullable;

/** The database, its table or its privileges cannot serve; the message says what to do. */
public final class LockSetupException extends LockStoreException {
    private static final long serialVersionUID = 1L;

    /**
     * Something that stands in the way of a start.
     *
     * @param message what is wrong, and what to do
     * @param cause what the database said; null when the finding is our own
     */
    public LockSetupException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
