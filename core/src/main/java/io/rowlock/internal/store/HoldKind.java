package io.rowlock.internal.store;

import org.jspecify.annotations.Nullable;

/** A grant depends on its lease or on a connection. The grant's request id shows which, so every taker can tell. */
public enum HoldKind {
    /** Its lease: it lasts until that ends unrenewed. */
    LEASE(""),
    /**
     * A connection: it ends with that, whatever its lease says. A client that has the native lock on its own
     * connection thereby knows that the connection of an earlier such grant is gone.
     */
    CONNECTION("~");

    /** The first characters of its request ids; never a hexadecimal digit. */
    private final String mark;

    HoldKind(String mark) {
        this.mark = mark;
    }

    /**
     * The first characters of the request ids of such grants.
     *
     * @return the mark
     */
    public String mark() {
        return mark;
    }

    /**
     * Whether a request id is that of a grant that depends on a connection.
     *
     * @param requestId the request id; null when there is none
     * @return true if so
     */
    public static boolean isOfConnection(@Nullable String requestId) {
        return requestId != null && requestId.startsWith(CONNECTION.mark);
    }
}
