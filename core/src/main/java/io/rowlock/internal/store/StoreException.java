package io.rowlock.internal.store;

import org.jspecify.annotations.Nullable;

/** A request to the store failed; the kind says whether it can have changed anything. */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The state of the request after a failure. */
    public enum Kind {
        /** Nothing was sent: the database could not be reached. */
        UNREACHABLE,
        /** Nothing was sent: the data source had no connection to give, and told of no failure of the database. */
        EXHAUSTED,
        /**
         * Nothing was sent, and another request would not be either: the data source is closed, its user is rejected, or its
         * pool has had all connections lent for a whole call timeout.
         */
        UNUSABLE,
        /** The database rejected it for a transient reason, such as a deadlock; nothing was changed. */
        TRANSIENT,
        /** The database rejected it, and would again; nothing was changed. */
        REJECTED,
        /** In doubt: the connection failed, and the database may have executed it. */
        UNKNOWN
    }

    /** The kind of failure. */
    private final Kind kind;

    /**
     * A failure.
     *
     * @param kind the kind of failure
     * @param message the operation and the error
     * @param cause the driver's error
     */
    public StoreException(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /**
     * The kind of failure.
     *
     * @return the kind of failure
     */
    public Kind kind() {
        return kind;
    }
}
