package io.rowlock.internal.time;

/** Elapsed time, and nothing else: the monotonic clock, behind which alone the engine may look at one. */
@FunctionalInterface
public interface Ticker {

    /** Nanoseconds since a moment that means nothing. Compare by subtracting. */
    long nanos();

    /**
     * The same, but having made sure that a suspension of the machine, during which the monotonic clock may have stood
     * still, is counted. For decisions that others rely on.
     */
    default long nanosForSure() {
        return nanos();
    }
}
