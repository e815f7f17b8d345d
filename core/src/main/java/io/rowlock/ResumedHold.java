package io.rowlock;

import java.time.Duration;

/**
 * A lock held through a ticket. Not exclusive among the ticket's bearers, renewed by nobody, and believed by nobody:
 * each call asks the database. It can guard transactions like any hold. Thread-safe.
 */
public interface ResumedHold extends TransactionGuard {

    /**
     * The ticket that was resumed.
     *
     * @return the ticket
     */
    LockTicket ticket();

    /**
     * Asks the database whether the ticket's grant still stands.
     *
     * @return true if it does at this moment
     */
    boolean check();

    /**
     * Has the database honour the grant for at least this long from now on. An expiry never moves back, so a shorter time than is
     * left changes nothing, and others wait for the grace of the longest lease that was asked for.
     *
     * @param lease how long at least, from 1 second to 24 hours
     * @throws LockLostException if the grant no longer stands
     */
    void extend(Duration lease);

    /**
     * Releases the lock. Repeating it is safe.
     *
     * @return true if the ticket's grant was released, by this call or by an earlier one that nobody has followed yet;
     *     false if it had ended otherwise, so that there was nothing to release
     */
    boolean release();
}
