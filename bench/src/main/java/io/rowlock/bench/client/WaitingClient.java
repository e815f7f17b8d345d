package io.rowlock.bench.client;

/** A library that can wait for a lock. */
public interface WaitingClient extends LockClient {

    /** Waits for a lock until it is held. */
    Held await(String name) throws Exception;
}
