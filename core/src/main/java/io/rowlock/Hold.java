package io.rowlock;

import java.sql.Connection;
import java.time.Duration;

/**
 * The proof of a granted lock, until it is closed, detached or lost.
 *
 * <p>While {@link #isHeld()} is true nobody else was granted the lock (promise S2, with its conditions). A hold ends once
 * and for all: closed, detached and lost are final. Thread-safe; it belongs to the code that has the object.
 */
public interface Hold extends TransactionGuard, AutoCloseable {

    /**
     * The lock that is held.
     *
     * @return its key
     */
    LockKey key();

    /**
     * The number of this grant: larger than that of every earlier grant of this lock, for ever.
     *
     * @return the token
     */
    long token();

    /**
     * Whether the lock is surely held at this moment, without asking the database.
     *
     * @return true while nobody else can have been granted the lock
     */
    boolean isHeld();

    /**
     * How long {@link #isHeld()} stays true if nothing is renewed from now on.
     *
     * @return the time left; zero when no longer held
     */
    Duration remaining();

    /**
     * Renews the lease now, from this moment.
     *
     * @throws LockLostException if the lock is no longer held
     * @throws LockStoreException if the database could not be asked; the hold is as it was
     */
    void renew();

    /**
     * Asks the database whether this grant still stands. If it does not, the hold is lost from here on.
     *
     * @return true if the database still honours this grant
     * @throws LockStoreException if the database could not be asked; the hold is as it was
     */
    boolean check();

    /**
     * Registers an action for the loss of the lock: its deadline passed unrenewed, or the database says that it is
     * another's or revoked. Runs once, on a thread of Rowlock's, before anyone else can be granted the lock (given a
     * process that runs); also when registered after the loss; never after a release. Its exceptions are reported and
     * stop nothing.
     *
     * @param action the action
     */
    void onLost(Runnable action);

    /**
     * Ends this process's belief and renewal, and hands the lock on as a ticket that travels between requests and
     * processes. The lock stays taken until its lease ends, or the ticket's bearer extends or releases it. Closing this
     * hold or the client afterwards leaves it alone.
     *
     * @return the ticket: a secret, because it lets its bearer release the lock
     * @throws LockLostException if the lock is no longer held
     * @throws LockStoreException if the session of this process covers the hold, and the database could not be asked to end
     *     that; the hold then stays as it was
     */
    LockTicket detach();

    /**
     * Makes the release part of the caller's own transaction: work done and lock free in one step, undone together by a
     * rollback. Until the end of that transaction is known, {@link #isHeld()} is false; then the hold is
     * released, or held again.
     *
     * @param connection the caller's connection, to the database that keeps the locks, with autocommit off
     * @throws LockLostException if the grant no longer stands; or if the transaction's isolation level shows it the data
     *     from before the grant, and then the hold stays as it was
     * @throws IllegalArgumentException if this connection cannot carry the release, saying why
     * @throws LockStoreException if the database failed; roll the transaction back
     */
    void releaseWith(Connection connection);

    /**
     * Releases the lock. Never waits for a row lock and throws nothing: a release that cannot be done now is finished in the
     * background, at the latest by expiry. Does nothing when the hold has ended already.
     */
    @Override
    void close();
}
