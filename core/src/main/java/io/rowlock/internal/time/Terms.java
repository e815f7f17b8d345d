package io.rowlock.internal.time;

import java.time.Duration;

/**
 * How long a grant is honoured.
 *
 * @param lease the time until it expires unless it is renewed
 * @param grace the time that others wait after that
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
