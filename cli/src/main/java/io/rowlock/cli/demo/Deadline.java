package io.rowlock.cli.demo;

import java.time.Duration;

/** A moment after which something has taken too long, on this process's own clock. */
final class Deadline {
    private final long end;

    private Deadline(long end) {
        this.end = end;
    }

    static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    boolean hasPassed() {
        return remaining().isZero();
    }

    Duration remaining() {
        return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }
}
