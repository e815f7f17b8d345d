package io.rowlock.internal.store;

/**
 * What a process says of its wait for a lock.
 *
 * @param name the lock's name
 * @param since since when its first waiter has waited, in microseconds of the database's time
 * @param waiters how many wait in it
 * @param owner who waits, for people to read
 */
public record Waiting(String name, long since, int waiters, String owner) {}
