package io.rowlock.internal.time;

import java.time.Duration;

/**
 * How long a grant is honoured.
 *
 * @param lease how long unless renewed
 * @param grace how long takers wait after that
 */
public record Terms(Duration lease, Duration grace) {

    /**
     * The lease in the table's unit.
     *
     * @return microseconds
     */
    public long leaseMicros() {
        return Micros.of(lease);
    }

    /**
     * The grace in the table's unit.
     *
     * @return microseconds
     */
    public long graceMicros() {
        return Micros.of(grace);
    }
}
