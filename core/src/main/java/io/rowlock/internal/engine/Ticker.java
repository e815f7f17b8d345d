package io.rowlock.internal.engine;

/** Elapsed time, and nothing else: the monotonic clock, behind which alone the engine may look at one. */
@FunctionalInterface
interface Ticker {

    /** The JVM's monotonic clock. */
    Ticker SYSTEM = System::nanoTime;

    /** Nanoseconds since a moment that means nothing. Compare by subtracting. */
    long nanos();
}
