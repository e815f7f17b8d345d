package io.rowlock.cli.run;

import java.time.Duration;

/**
 * The pause before a program is started again. It doubles each time that the program fails at once, so that one that can
 * never start does not keep the database, and those who watch the log, busy.
 */
final class Backoff {
    /** A program that ran for longer has started. */
    private static final Duration AT_ONCE = Duration.ofSeconds(10);

    private static final int MOST_DOUBLINGS = 30;

    private final Duration least;
    private final Duration most;
    private int failures;

    Backoff(Duration least, Duration most) {
        this.least = least;
        this.most = most.compareTo(least) < 0 ? least : most;
    }

    /** Notes how the program ended. */
    void ended(int status, Duration ran) {
        failures = status != 0 && ran.compareTo(AT_ONCE) < 0 ? failures + 1 : 0;
    }

    /** How often in a row the program has failed at once. */
    int failures() {
        return failures;
    }

    Duration pause() {
        Duration doubled = least.multipliedBy(1L << Math.min(MOST_DOUBLINGS, Math.max(0, failures - 1)));
        return doubled.compareTo(most) > 0 ? most : doubled;
    }
}
