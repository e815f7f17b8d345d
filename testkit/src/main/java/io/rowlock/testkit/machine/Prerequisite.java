package io.rowlock.testkit.machine;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import io.rowlock.testkit.machine.Availability.Unavailable;

/**
 * What a test cannot run without. Where it is missing, the test is skipped and says why; in continuous integration
 * ({@code CI=true} in the environment, or {@code -Drowlock.ci=true}) it fails, so that nothing is skipped for ever.
 */
public final class Prerequisite {

    private Prerequisite() {}

    /** Skips or fails the running test unless {@code availability} is good. */
    public static void require(Availability availability) {
        if (availability instanceof Unavailable missing) {
            missing(missing.toString(), continuousIntegration());
        }
    }

    static void missing(String message, boolean mustNotSkip) {
        if (mustNotSkip) {
            fail(message);
        }
        abort(message);
    }

    private static boolean continuousIntegration() {
        return "true".equals(System.getenv("CI")) || Boolean.getBoolean("rowlock.ci");
    }
}
