package io.rowlock.internal.store;

import org.jspecify.annotations.Nullable;

/** What a grant hangs on. It shows in the grant's request id, so that every taker can tell the two apart. */
public enum HoldKind {
    /** Its lease: it lasts until that ends unrenewed. */
    LEASE(""),
    /**
     * A connection: it ends with that, whatever its lease says. Whoever has the lock on a connection of its own thereby
     * knows that the connection of an earlier such grant is gone.
     */
    CONNECTION("~");

    /** What its request ids begin with; never a hexadecimal digit. */
    private final String mark;

    HoldKind(String mark) {
        this.mark = mark;
    }

    /**
     * What the request ids of such grants begin with.
     *
     * @return the mark
     */
    public String mark() {
        return mark;
    }

    /**
     * Whether a request id is that of a grant that hangs on a connection.
     *
     * @param requestId the request id; null when there is none
     * @return true if so
     */
    public static boolean isOfConnection(@Nullable String requestId) {
        return requestId != null && requestId.startsWith(CONNECTION.mark);
    }
}
