package io.rowlock.internal.acquire;

import org.jspecify.annotations.Nullable;

/**
 * A parked thread or a future that waits for a lock. Its acquisition goes on in steps, one after the other, on the thread that
 * brings the news, so no thread is needed while nothing happens.
 */
interface Waiter {

    /** Whether the current thread is the one that waits, and has nothing else to do. */
    boolean isHere();

    /** Where the lock is acquired; null if that is not recorded. */
    default @Nullable String calledFrom() {
        return null;
    }

    /** Runs a step of the acquisition, after those before it. */
    void step(Runnable step);

    /**
     * Runs a step that sends a statement: here and now, or on the thread that waits, in place of the step scheduled before, if
     * that thread can send the statement itself. To be called within a step.
     */
    default void runSending(Runnable step) {
        step.run();
    }

    /** Schedules a step in place of the one scheduled before. To be called within a step. */
    void wakeAt(long moment, Runnable step);

    /** Cancels the step that was scheduled. To be called within a step. */
    void wakeNever();

    /** The acquisition has ended. Called once, within a step. A waiter that is gone discards the hold. */
    void end(AcquisitionReport report);
}
