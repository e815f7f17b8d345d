package io.rowlock.internal.store;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How processes that wait for a lock are woken when it is released, where the database can notify them. A notification is
 * a hint and never a grant: the process that is woken asks for the lock like any other, and polls in any case.
 *
 * <p>A release wakes the process whose registration is the first in the order of arrival, uses it up, and reserves the
 * lock for it, for a moment. Belongs to a {@link LockStore}, and follows its rules.
 */
public interface WakeUps {

    /** The lease of a registration. */
    Duration LEASE = Duration.ofSeconds(10);

    /** The time for which a lock is reserved for the process that was woken. */
    Duration RESERVATION = Duration.ofMillis(100);

    /**
     * Registers this process as waiting for locks, or renews its registrations.
     *
     * @param waits for which, since when; at most one for a name
     * @return the names that are registered now
     */
    List<String> register(List<Waiting> waits);

    /**
     * Withdraws registrations of this process.
     *
     * @param names for which locks
     */
    void withdraw(List<String> names);

    /**
     * The registered numbers of waiters in other processes.
     *
     * @param name for which lock; empty for all
     * @return the number for each name that someone waits for
     */
    Map<String, Integer> waiters(Optional<String> name);

    /** Notifies this process itself, which thereby learns that notifications arrive. */
    void ping();

    /**
     * Listens for notifications to this process, over the store's connection, until the store gives it back.
     *
     * @return false if this connection cannot
     */
    boolean listen();

    /**
     * Waits for notifications.
     *
     * @param longest how long
     * @return the names of locks to ask for; an empty name is a ping
     */
    List<String> receive(Duration longest);

    /**
     * A process waits for a lock.
     *
     * @param name the lock's name
     * @param since since when its first waiter has waited, in microseconds of the database's time
     * @param waiters how many wait in it
     * @param owner a description of the process for people
     */
    record Waiting(String name, long since, int waiters, String owner) {}
}
