package io.rowlock.cli.demo.clerk;

import java.time.Duration;

/** A moment after which something has taken too long, on this process's own clock. */
public final class Deadline {
    private final long end;

    private Deadline(long end) {
        this.end = end;
    }

    public static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    public boolean hasPassed() {
        return remaining().isZero();
    }

    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }
}
