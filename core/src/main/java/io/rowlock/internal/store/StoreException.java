package io.rowlock.internal.store;

import org.jspecify.annotations.Nullable;

/** The store could not do what it was asked, and what is known of it. */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What is known when a call fails. */
    public enum Kind {
        /** Nothing was sent: no connection could be had. */
        UNREACHABLE,
        /** The database said no for a passing reason, a deadlock for one; nothing was changed. */
        TRANSIENT,
        /** The database said no, and will again; nothing was changed. */
        REJECTED,
        /** The connection failed on the way; the database may or may not have done it. */
        UNKNOWN
    }

    /** What is known. */
    private final Kind kind;

    /**
     * A failure.
     *
     * @param kind what is known
     * @param message what was tried, and what went wrong
     * @param cause what the driver said
     */
    public StoreException(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /**
     * What is known.
     *
     * @return the kind of failure
     */
    public Kind kind() {
        return kind;
    }
}
