package io.rowlock.chaos.worker;

/** The ways in which a worker uses a lock. */
enum Habit {
    /** Takes it and gives it back at once. */
    TOUCH,
    /** Writes to the database in a transaction that the library opens, guards and commits. */
    GUARDED,
    /** Guards a transaction of its own while another thread gives the lock back. */
    RACE,
    /** Guards a branch of a two-phase commit, prepared a moment before it is committed, while another thread gives the lock back. */
    BRANCH,
    /** Guards a branch that stays prepared beyond a lease that nobody renews, and is then committed. */
    IN_DOUBT,
    /** Writes to the database behind a fence. */
    FENCED,
    /** Works for longer than the lease, and looks all the time whether it still may. */
    WORK,
    /** Works for longer than its lease, which nobody renews, and then tries to commit all the same. */
    OVERSTAY,
    /** Renews it for up to two leases, and works for up to as long. */
    LONGER,
    /** Keeps a guarded transaction open for up to a lease. */
    LINGER,
    /** Waits, and is interrupted meanwhile. */
    INTERRUPTED
}
