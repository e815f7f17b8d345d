package io.rowlock.bench.client;

/** One process's use of a lock library. Thread-safe. */
public interface LockClient extends AutoCloseable {

    /** A lock that is held; to be released by the thread that took it. */
    @FunctionalInterface
    interface Held {
        void release() throws Exception;
    }

    /** Takes a lock that nobody else has. */
    Held take(String name) throws Exception;

    /** How many connections are in use at this moment. */
    int connectionsInUse();

    @Override
    void close() throws Exception;

    /** The failure of a contestant that did not get a lock that nobody else had. */
    static IllegalStateException rejected(String name) {
        return new IllegalStateException("lock '" + name + "' was busy, though nobody had it");
    }
}
