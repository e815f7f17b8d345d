package io.rowlock.internal.dispatch;

import io.rowlock.internal.store.LockStore;
import java.time.Duration;

/** One exchange with the database: a single request, or a batch of requests that share a statement. */
sealed interface RoundTrip permits Request, BatchRoundTrip {

    /** A description for messages. */
    String describe();

    /** How long the database may take. */
    Duration timeout();

    /** How many operations it serves; 0 for a request that never shares a statement. */
    int operations();

    /** Whether it holds operations of a kind, by their class. */
    boolean holds(Class<?> kind);

    /** The sum of the times at which its operations were queued. */
    long queuedAt();

    /** Runs it; false if it failed. Never throws, so that the worker survives every failure. */
    boolean run(LockStore store);

    /** Fails a round trip that could not be sent, or is stuck. A later answer is ignored. */
    void fail(Throwable failure);
}
