package io.rowlock.internal.time;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The table's unit of time: microseconds, since 1970 in UTC for a moment. */
public final class Micros {
    private static final long PER_SECOND = 1_000_000;
    private static final long NANOS_EACH = 1_000;

    private Micros() {}

    /**
     * A duration in microseconds, rounded up, so that nothing is honoured for less than was promised.
     *
     * @param duration the duration
     * @return its microseconds
     */
    public static long of(Duration duration) {
        long begun = (duration.getNano() + NANOS_EACH - 1) / NANOS_EACH;
        return Math.addExact(Math.multiplyExact(duration.getSeconds(), PER_SECOND), begun);
    }

    /**
     * The moment that so many microseconds name.
     *
     * @param micros since 1970 in UTC
     * @return the moment
     */
    public static Instant toInstant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
