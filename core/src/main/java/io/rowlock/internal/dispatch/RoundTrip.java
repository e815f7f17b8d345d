package io.rowlock.internal.dispatch;

import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.StoreException;
import java.time.Duration;

/** What a lane does in one go: a call by itself, or several that share a statement. */
sealed interface RoundTrip permits Request, BatchRoundTrip {

    /** What is done, for people. */
    String what();

    /** How long the database may take. */
    Duration bound();

    /** How many wishes it serves. */
    int wishes();

    /** The moments at which its wishes were queued, added up. */
    long queuedAt();

    /** Does it; false if it failed. Never throws, so that a lane outlives whatever happens on a trip. */
    boolean run(LockStore store);

    /** Fails what could not be sent, or is stuck; an answer that comes later is ignored. */
    void fail(StoreException failure);
}
