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
     * @param renewed whether the grip is to be kept until released, where the library can do that by itself
     * @return the grip; empty when another has the lock
     * @throws InterruptedException when the thread was interrupted while it waited
     */
    Optional<Grip> acquire(String lock, Duration wait, boolean renewed) throws InterruptedException;

    /** Whether its grips have tokens, guard transactions, tell of losses, and may be released by another thread. */
    boolean guards();

    /** Whether it keeps a grip longer than its lease by itself. */
    boolean renews();

    @Override
    void close();
}
