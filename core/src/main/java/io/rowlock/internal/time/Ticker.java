package io.rowlock.internal.time;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Elapsed time, and nothing else: the monotonic clock, behind which alone the engine may look at one. Threads wait for a
 * moment of this time by the methods here, so that a ticker can be moved by hand. Thread-safe.
 */
@FunctionalInterface
public interface Ticker {

    /**
     * Nanoseconds since a moment that means nothing. Compare by subtracting.
     *
     * @return the nanoseconds
     */
    long nanos();

    /**
     * The same, but having made sure that a suspension of the machine, during which the monotonic clock may have stood
     * still, is counted. For decisions that others rely on.
     *
     * @return the nanoseconds
     */
    default long nanosForSure() {
        return nanos();
    }

    /**
     * Parks a thread of the engine until a moment, or until it is unparked or interrupted; it may also return for no reason.
     *
     * @param blocker what it waits for, for thread dumps
     * @param moment until when
     */
    default void parkUntil(Object blocker, long moment) {
        LockSupport.parkNanos(blocker, moment - nanos());
    }

    /**
     * Parks the thread of a caller in the same way.
     *
     * @param blocker what it waits for, for thread dumps
     * @param moment until when
     * @param over whether there is nothing to wait for any more
     */
    default void parkCallerUntil(Object blocker, long moment, BooleanSupplier over) {
        LockSupport.parkNanos(blocker, moment - nanos());
    }

    /**
     * Has the thread of a caller sleep.
     *
     * @param nanos how long
     * @throws InterruptedException if it is interrupted
     */
    default void sleepCaller(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(nanos);
    }

    /**
     * Has something done at a moment.
     *
     * @param executor does it
     * @param moment when
     * @param action what
     * @return takes it back
     */
    default Future<?> schedule(ScheduledExecutorService executor, long moment, Runnable action) {
        return executor.schedule(action, moment - nanos(), TimeUnit.NANOSECONDS);
    }
}
