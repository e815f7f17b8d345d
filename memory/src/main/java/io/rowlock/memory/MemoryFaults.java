package io.rowlock.memory;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How requests are to fail, and how many. Thread-safe. */
final class MemoryFaults {
    private @Nullable MemoryFailure failure;
    private int left;
    private int failures;

    synchronized void fail(MemoryFailure how, int times) {
        if (times <= 0) {
            throw new IllegalArgumentException("cannot fail " + times + " times; heal() ends failures");
        }
        failure = how;
        left = times;
    }

    synchronized void heal() {
        left = 0;
    }

    /** How many requests have failed. */
    synchronized int failures() {
        return failures;
    }

    /** How the next request is to fail, if it is; that counts as a failure. */
    synchronized Optional<MemoryFailure> next() {
        if (left == 0) {
            return Optional.empty();
        }
        left--;
        failures++;
        return Optional.ofNullable(failure);
    }
}
