package io.rowlock.internal.store;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How processes that wait for a lock are woken when it is released, where the database can tell them. Everything here is a
 * hint and never a grant: whoever is woken asks for the lock like any other, and asks from time to time in any case.
 *
 * <p>A release wakes the process whose registration is the first in the order of arrival, uses it up, and reserves the
 * lock for it, for a moment. Belongs to a {@link LockStore}, and follows its rules.
 */
public interface WakeUps {

    /** How long a registration lasts that is not repeated. */
    Duration LEASE = Duration.ofSeconds(10);

    /** How long a lock is reserved for the process that was woken. */
    Duration RESERVATION = Duration.ofMillis(100);

    /**
     * Says that this process waits for locks; repeated, it says so for longer.
     *
     * @param waits for which, since when; at most one for a name
     * @return the names that are registered now
     */
    List<String> register(List<Waiting> waits);

    /**
     * Says that this process waits no more.
     *
     * @param names for which locks
     */
    void withdraw(List<String> names);

    /**
     * How many wait in other processes, as far as they have said so.
     *
     * @param name for which lock; empty for all
     * @return the number for each name that someone waits for
     */
    Map<String, Integer> waiters(Optional<String> name);

    /** Sends a hint to this very process, by which it learns that hints reach it. */
    void greet();

    /**
     * Begins to listen for the hints to this process, over the store's connection, until the store rests.
     *
     * @return false if this connection cannot
     */
    boolean listen();

    /**
     * Waits for hints.
     *
     * @param longest how long
     * @return the names of locks to ask for; an empty name is a greeting
     */
    List<String> heard(Duration longest);

    /**
     * A process waits for a lock.
     *
     * @param name the lock's name
     * @param since since when its first waiter has waited, in microseconds of the database's time
     * @param waiters how many wait in it
     * @param owner who waits, for people to read
     */
    record Waiting(String name, long since, int waiters, String owner) {}
}
