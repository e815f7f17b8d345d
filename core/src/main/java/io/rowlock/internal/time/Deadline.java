package io.rowlock.internal.time;

import java.time.Duration;

/**
 * How long a caller waits, on a monotonic clock.
 *
 * @param ticker the clock
 * @param start when the wait began
 * @param end when it is over
 */
public record Deadline(Ticker ticker, long start, long end) {
    private static final Duration LONGEST = Duration.ofDays(36_500);

    /** The deadline of a wait that begins now. A wait of centuries, which nanoseconds cannot count, becomes one of a hundred years. */
    public static Deadline of(Ticker ticker, Duration wait) {
        long start = ticker.nanos();
        return new Deadline(ticker, start, start + (wait.compareTo(LONGEST) < 0 ? wait.toNanos() : LONGEST.toNanos()));
    }

    public boolean isOver() {
        return end - ticker.nanos() <= 0;
    }

    /** The moment after a pause, or the end if that comes first. */
    public long after(long nanos) {
        long moment = ticker.nanos() + nanos;
        return moment - end < 0 ? moment : end;
    }

    public long waitedMicros() {
        return (ticker.nanos() - start) / 1_000;
    }

    public Duration waited() {
        return Duration.ofNanos(ticker.nanos() - start);
    }
}
