package io.rowlock.internal.time;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Exponential backoff with jitter: the pause before a retry doubles from one to the next, up to a limit. */
public final class Backoff {
    private final long longest;
    private long next;

    public Backoff(Duration first, Duration longest) {
        this.next = first.toNanos();
        this.longest = longest.toNanos();
    }

    /** The next pause: between half of it and all of it. */
    public long nanos() {
        long pause = next / 2 + ThreadLocalRandom.current().nextLong(next / 2 + 1);
        next = Math.min(longest, next * 2);
        return pause;
    }
}
