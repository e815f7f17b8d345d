package io.rowlock.chaos.worker;

/** The ways in which a worker uses a lock. */
enum Scenario {
    /** Takes it and releases it at once. */
    ACQUIRE_AND_RELEASE,
    /** Writes to the database in a transaction that the library opens, guards and commits. */
    GUARDED,
    /** Guards a transaction of its own while another thread releases the lock. */
    RACE,
    /** Guards a branch of a two-phase commit, prepared a moment before it is committed, while another thread releases the lock. */
    BRANCH,
    /** Guards a branch that stays prepared beyond a lease that nobody renews, and is then committed. */
    IN_DOUBT,
    /** Writes to the database behind a fence. */
    FENCED,
    /** Works for longer than the lease, and checks all the time whether it still has the lock. */
    LONG_WORK,
    /** Works for longer than its lease, which nobody renews, and then tries to commit all the same. */
    WORK_PAST_EXPIRY,
    /** Renews it for up to two leases, and works for up to as long. */
    LONG_RENEWAL,
    /** Keeps a guarded transaction open for up to a lease. */
    LONG_TRANSACTION,
    /** Waits, and is interrupted meanwhile. */
    INTERRUPTED
}
