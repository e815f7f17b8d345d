package io.rowlock.engines.machine;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

/**
 * A prerequisite of a test. Where it is missing, the test is skipped and says why; in continuous integration
 * ({@code CI=true} in the environment, or {@code -Drowlock.ci=true}) it fails, so that nothing is skipped forever.
 */
public final class Prerequisite {

    private Prerequisite() {}

    /** Skips or fails the running test unless {@code availability} is good. */
    public static void require(Availability availability) {
        require(availability, "true".equals(System.getenv("CI")) || Boolean.getBoolean("rowlock.ci"));
    }

    public static void require(Availability availability, boolean mustNotSkip) {
        if (availability.isAvailable()) {
            return;
        }
        if (mustNotSkip) {
            fail(availability.toString());
        }
        abort(availability.toString());
    }
}
