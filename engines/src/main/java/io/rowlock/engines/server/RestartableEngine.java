package io.rowlock.engines.server;

/** An engine whose data survive its end. */
public interface RestartableEngine extends Engine {

    /** Ends the database, in this way, and starts it again at the same address. */
    void restart(Stop how);
}
