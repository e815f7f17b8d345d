package io.rowlock.internal.jdbc.bound;

/** Another thread uses a connection for too long. */
final class BusyException extends Exception {
    private static final long serialVersionUID = 1L;

    BusyException(String session) {
        super("the connection that the lock is tied to (" + session + ") does not answer");
    }
}
