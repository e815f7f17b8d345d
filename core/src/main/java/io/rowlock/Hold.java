package io.rowlock;

import java.sql.Connection;
import java.time.Duration;

/**
 * The proof of a granted lock, until it is closed, detached or lost.
 *
 * <p>While {@link #isHeld()} is true nobody else was granted the lock (promise S2, with its conditions). A hold ends once
 * and for all: closed, detached and lost are final. Thread-safe; it belongs to the code that has the object.
 *
 * <p>Close each hold, or detach it. One that is garbage while it is held can be closed by nobody. It stays held, because its work
 * may still run, and the log warns of it. {@link LockDefinition#withLongestHold} bounds such holds.
 */
public interface Hold extends TransactionGuard, AutoCloseable {

    /**
     * The lock that is held.
     *
     * @return its key
     */
    LockKey key();

    /**
     * The number of this grant: larger than that of every earlier grant of this lock, forever.
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
     * Renews the lease for longer than the definition says, before a step that must not be interrupted or that may keep the
     * process from renewing. The database honours the hold for at least this long from now on, and others wait for the grace
     * of such a lease after it. An expiry never moves back, so a shorter time changes nothing. Automatic renewal goes on.
     *
     * @param lease how long at least, from 1 second to 24 hours
     * @throws IllegalArgumentException if it lies outside these bounds
     * @throws LockLostException if the lock is no longer held
     * @throws LockStoreException if the database could not be asked; the hold is as it was, and the database may honour it for
     *     longer
     */
    void renew(Duration lease);

    /**
     * Asks the database whether this grant still stands. If it does not, the hold is lost from here on.
     *
     * @return true if the database still honours this grant
     * @throws LockStoreException if the database could not be asked; the hold is as it was
     */
    boolean check();

    /**
     * Registers an action for the loss of the lock: its deadline passed unrenewed, the database says that it is another's or
     * revoked, or it has lasted as long as its definition allows. Runs once, on a thread of Rowlock's, before anyone else can be granted the lock (given a
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
     * @param connection the caller's connection, to the database that keeps the locks, with autocommit off or in a branch of
     *     a distributed transaction
     * @throws LockLostException if the grant no longer stands; or if the transaction's isolation level shows it the data
     *     from before the grant, and then the hold stays as it was
     * @throws IllegalArgumentException if this connection cannot carry the release, saying why
     * @throws LockStoreException if the database failed; roll the transaction back
     */
    void releaseWith(Connection connection);

    /**
     * Releases the lock as {@link #close()} does, and tells whether it was held until now: asks the database first, which costs
     * a round trip. Use it where the work must know that nobody else had the lock meanwhile, and no guarded transaction says
     * so. The hold ends in any case.
     *
     * @return true if the database confirms that the grant stood when this was called; false if the hold was already over: lost,
     *     revoked, closed, detached, or being released with a transaction
     * @throws LockStoreException if that could not be learnt; the release goes on in the background, as with {@link #close()}
     * @throws LockInterruptedException if the thread is interrupted while it waits; the release goes on
     */
    boolean release();

    /**
     * Releases the lock, which stays taken for so long from the release on, by the database's clock: nobody is granted it before
     * that, this process included. An operator can end that time by a revoke. A longer keep-for of the definition stays. Waits
     * until the database has confirmed it.
     *
     * @param keepFor how long; zero to keep it no longer; at most 24 hours
     * @return true if the grant stood, and the lock is kept; false if the hold was already over, and nothing is kept
     * @throws IllegalArgumentException if the time is negative or too long; the hold is as it was
     * @throws LockStoreException if this could not be learnt within the call timeout, because the database did not answer or an open
     *     transaction has the lock's row locked; the release goes on in the background, and the lock is kept once it is done, if
     *     the grant still stands by then
     * @throws LockInterruptedException if the thread is interrupted while it waits; the release goes on
     */
    boolean release(Duration keepFor);

    /**
     * Releases the lock. Never waits for a row lock and throws nothing: a release that cannot be done now is finished in the
     * background, at the latest by expiry. Does nothing when the hold has ended already.
     */
    @Override
    void close();
}
