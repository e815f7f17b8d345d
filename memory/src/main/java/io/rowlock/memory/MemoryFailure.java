package io.rowlock.memory;

/** A way in which a database fails its clients. */
public enum MemoryFailure {

    /** There is no connection: nothing is done, and the client knows that. Calls end with a {@code LockStoreException}. */
    UNREACHABLE,

    /** The database fails for a passing reason, a deadlock for example: nothing is done, and the client asks again. */
    TRANSIENT,

    /** The database rejects every request, as for a missing privilege: nothing is done. Calls end with a {@code LockStoreException}. */
    REJECTED,

    /**
     * The connection breaks before a request arrives: nothing is done, but the client cannot know that. It asks again until the
     * call timeout; then the call ends with a {@code LockOutcomeUnknownException}.
     */
    REQUEST_LOST,

    /**
     * The connection breaks after a request was carried out: it is done, but the client cannot know that. It asks again until
     * the call timeout; then the call ends with a {@code LockOutcomeUnknownException}.
     */
    ANSWER_LOST
}
