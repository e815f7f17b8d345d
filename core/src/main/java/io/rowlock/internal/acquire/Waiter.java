package io.rowlock.internal.acquire;

/**
 * Whoever waits for a lock: a parked thread, or a future. What happens to its wait happens in steps, one after the other,
 * on the thread that brings the news; so no thread is needed for as long as nothing happens.
 */
interface Waiter {

    /** Whether the thread that asks is the one that waits, and has nothing else to do. */
    boolean isHere();

    /** Runs a step of the wait, after those before it. */
    void step(Runnable step);

    /** Has a step run at a moment, in place of what was set before. To be called within a step. */
    void wakeAt(long moment, Runnable step);

    /** Takes back what was set. To be called within a step. */
    void wakeNever();

    /** Tells how it ended. Called once, within a step. */
    void end(AcquireEnding ending);
}
