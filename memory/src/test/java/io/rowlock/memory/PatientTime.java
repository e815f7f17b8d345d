package io.rowlock.memory;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A time that runs as the real one does while this process does, and stands still while it does not. On a machine that is too
 * busy for a moment no lease ends for that reason, so short leases do.
 */
final class PatientTime {

    /** The one that all tests share. */
    static final PatientTime SHARED = new PatientTime();

    private static final long BETWEEN_LOOKS = Duration.ofMillis(2).toNanos();
    private static final long LONGEST_STEP = Duration.ofMillis(20).toNanos();

    private long seen = System.nanoTime();
    private long shown = seen;

    private PatientTime() {
        Thread looking = new Thread(this::look, "patient-time");
        looking.setDaemon(true);
        looking.start();
    }

    private void look() {
        while (true) {
            nanos();
            LockSupport.parkNanos(BETWEEN_LOOKS);
        }
    }

    synchronized long nanos() {
        long now = System.nanoTime();
        shown += Math.min(now - seen, LONGEST_STEP);
        seen = now;
        return shown;
    }
}
