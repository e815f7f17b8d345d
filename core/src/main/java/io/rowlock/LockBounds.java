package io.rowlock;

import java.time.Duration;
import java.util.Objects;

/**
 * The bounds of the options of a lock; each method throws {@link IllegalArgumentException} for a value outside of them.
 *
 * @param key which lock
 */
record LockBounds(LockKey key) {
    private static final Duration LONGEST = Duration.ofDays(365);

    void requireLease(Duration lease) {
        Objects.requireNonNull(lease, "lease");
        if (lease.compareTo(LockDefinition.MIN_LEASE) < 0 || lease.compareTo(LockDefinition.MAX_LEASE) > 0) {
            throw new IllegalArgumentException("lease " + lease + " of lock '" + key + "' is outside "
                    + LockDefinition.MIN_LEASE + " to " + LockDefinition.MAX_LEASE
                    + "; renewal keeps a short lease alive as long as the work lasts");
        }
    }

    void requireKeepFor(Duration keepFor) {
        requireNotNegative("keepFor", keepFor);
        if (keepFor.compareTo(LockDefinition.MAX_LEASE) > 0) {
            throw new IllegalArgumentException(
                    "keepFor " + keepFor + " of lock '" + key + "' is over the longest, " + LockDefinition.MAX_LEASE);
        }
    }

    void requireLongestHold(Duration longestHold) {
        if (longestHold.compareTo(LockDefinition.MIN_LEASE) < 0 || longestHold.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "longestHold " + longestHold + " of lock '" + key + "' is outside " + LockDefinition.MIN_LEASE
                            + " to " + LONGEST + "; leave it out for holds that last as long as their work");
        }
    }

    void requireNotNegative(String option, Duration value) {
        Objects.requireNonNull(value, option);
        if (value.isNegative()) {
            throw new IllegalArgumentException(option + " " + value + " of lock '" + key + "' is negative");
        }
    }

    void requireLocalHandOffs(int localHandOffs) {
        if (localHandOffs < 0 || localHandOffs > LockDefinition.MAX_LOCAL_HAND_OFFS) {
            throw new IllegalArgumentException(
                    "localHandOffs " + localHandOffs + " of lock '" + key + "' is outside 0 to "
                            + LockDefinition.MAX_LOCAL_HAND_OFFS + "; 0 lets the lock go round after each hold");
        }
    }
}
