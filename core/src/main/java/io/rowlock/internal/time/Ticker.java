package io.rowlock.internal.time;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Elapsed time: the only clock that the engine reads. Threads wait for a moment of this time by the methods here, so that a
 * test can move a ticker by hand. Thread-safe.
 */
@FunctionalInterface
public interface Ticker {

    /**
     * Nanoseconds since an arbitrary moment. Compare by subtracting.
     *
     * @return the nanoseconds
     */
    long nanos();

    /**
     * The same, including a suspension of the machine during which the monotonic clock may have stood still. For decisions
     * that others rely on.
     *
     * @return the nanoseconds
     */
    default long nanosForSure() {
        return nanos();
    }

    /**
     * Parks a thread of the engine until a moment, or until it is unparked or interrupted. It may also return spuriously.
     *
     * @param blocker the object it waits for, for thread dumps
     * @param moment until when
     */
    default void parkUntil(Object blocker, long moment) {
        LockSupport.parkNanos(blocker, moment - nanos());
    }

    /**
     * Parks the thread of a caller in the same way.
     *
     * @param blocker the object it waits for, for thread dumps
     * @param moment until when
     * @param over whether the wait has ended
     */
    default void parkCallerUntil(Object blocker, long moment, BooleanSupplier over) {
        LockSupport.parkNanos(blocker, moment - nanos());
    }

    /**
     * Lets the thread of a caller sleep.
     *
     * @param nanos how long
     * @throws InterruptedException if it is interrupted
     */
    default void sleepCaller(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(nanos);
    }

    /**
     * Runs an action at a moment.
     *
     * @param executor runs it
     * @param moment when
     * @param action the action
     * @return cancels it
     */
    default Future<?> schedule(ScheduledExecutorService executor, long moment, Runnable action) {
        return executor.schedule(action, moment - nanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * The later of two moments.
     *
     * @param one a moment
     * @param other another
     * @return the later
     */
    static long later(long one, long other) {
        return one - other > 0 ? one : other;
    }

    /**
     * The earlier of two moments.
     *
     * @param one a moment
     * @param other another
     * @return the earlier
     */
    static long earlier(long one, long other) {
        return one - other < 0 ? one : other;
    }
}
