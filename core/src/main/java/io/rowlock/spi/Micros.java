package io.rowlock.spi;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The table's unit of time: microseconds, since 1970 in UTC for a moment. */
public final class Micros {
    private static final Duration ONE = Duration.ofNanos(1_000);

    private Micros() {}

    /**
     * A duration in microseconds, rounded up, so that nothing is honoured for less than was promised.
     *
     * @param duration the duration
     * @return its microseconds
     */
    public static long of(Duration duration) {
        return duration.plusNanos(999).dividedBy(ONE);
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
