package io.rowlock.chaos.client;

import java.time.Duration;
import java.util.Optional;

/** A lock library, as a worker uses it. Thread-safe. */
public interface LockClient extends AutoCloseable {

    /**
     * Asks for a lock.
     *
     * @param lock its name
     * @param wait how long to wait for it; zero to be answered at once
     * @param renewed whether the lock is to be renewed until it is released, where the library does that by itself
     * @return the handle; empty when another has the lock
     * @throws InterruptedException when the thread was interrupted while it waited
     */
    Optional<LockHandle> acquire(String lock, Duration wait, boolean renewed) throws InterruptedException;

    /** Whether its handles have tokens, guard transactions, tell of losses, and may be released by another thread. */
    boolean guards();

    /** Whether it renews a lock by itself. */
    boolean renews();

    /** How often it was about to release a grant that it still held, and noticed; 0 where the library does not count that. */
    default int droppedReleases() {
        return 0;
    }

    @Override
    void close();
}
