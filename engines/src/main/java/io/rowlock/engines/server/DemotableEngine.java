package io.rowlock.engines.server;

/** A server that can be told to reject writes, as a read replica does. */
public interface DemotableEngine extends ServerEngine {

    /** Rejects all writes of all users but the administrator, in new connections at least. */
    void demote();

    /** Takes writes again. */
    void promote();
}
