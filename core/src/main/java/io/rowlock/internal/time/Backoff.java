package io.rowlock.internal.time;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Exponential backoff with jitter: the pause before a retry doubles from one to the next, up to a limit. */
public final class Backoff {
    private static final Duration MIN_OF_ACQUISITIONS = Duration.ofMillis(10);
    private static final Duration MAX_OF_ACQUISITIONS = Duration.ofMillis(500);
    private static final Duration MIN_OF_REQUESTS = Duration.ofMillis(2);
    private static final Duration MAX_OF_REQUESTS = Duration.ofMillis(100);
    private static final Duration MIN_OF_CONNECTIONS = Duration.ofMillis(50);

    /** Longer than pools trust a connection that was just used, so that they test it before they lend it again. */
    private static final Duration MAX_OF_CONNECTIONS = Duration.ofMillis(1_600);

    private final long max;
    private long next;

    public Backoff(Duration min, Duration max) {
        this.next = min.toNanos();
        this.max = max.toNanos();
    }

    /** The backoff of an acquisition whose attempts fail. */
    public static Backoff ofAcquisitions() {
        return new Backoff(MIN_OF_ACQUISITIONS, MAX_OF_ACQUISITIONS);
    }

    /** The backoff of a request that is sent again while its caller waits. */
    public static Backoff ofRequests() {
        return new Backoff(MIN_OF_REQUESTS, MAX_OF_REQUESTS);
    }

    /** The backoff of a thread that could not get a connection. */
    public static Backoff ofConnections() {
        return new Backoff(MIN_OF_CONNECTIONS, MAX_OF_CONNECTIONS);
    }

    /** The next pause: between half of it and all of it. */
    public long nanos() {
        long pause = next / 2 + ThreadLocalRandom.current().nextLong(next / 2 + 1);
        next = Math.min(max, next * 2);
        return pause;
    }
}
