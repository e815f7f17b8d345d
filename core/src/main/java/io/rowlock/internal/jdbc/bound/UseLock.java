package io.rowlock.internal.jdbc.bound;

import io.rowlock.internal.time.SuspensionTicker;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets one thread at a time use a connection. A use that lasts for long probably hangs. A worker that waited for its end could
 * not serve the holds of other connections, so nobody waits long. Reentrant.
 */
final class UseLock {
    private static final long LONGEST_WAIT = Duration.ofMillis(500).toNanos();

    /** A worker that stopped waiting for its own connection would borrow another, and keep both. */
    private static final long LONGEST_WAIT_FOR_OWN = Duration.ofSeconds(2).toNanos();

    /** By then a use has ended that is too short to be noted. */
    private static final long SHORTEST_WAIT = Duration.ofMillis(10).toNanos();

    private final ReentrantLock lock = new ReentrantLock();
    private volatile long usedSince;

    /** Waits for the end of another use; false if it does not come, or the thread is interrupted. */
    boolean begin(Duration wait) {
        return begin(Math.min(wait.toNanos(), LONGEST_WAIT));
    }

    /** Does the same for the worker whose connection it is. */
    boolean beginPatiently(Duration wait) {
        return begin(Math.min(wait.toNanos(), LONGEST_WAIT_FOR_OWN));
    }

    private boolean begin(long longest) {
        long used = SuspensionTicker.SYSTEM.nanos() - usedSince;
        long left = Math.max(longest - used, Math.min(longest, SHORTEST_WAIT));
        try {
            return noted(lock.tryLock(left, TimeUnit.NANOSECONDS));
        } catch (InterruptedException cut) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    boolean tryBegin() {
        return noted(lock.tryLock());
    }

    private boolean noted(boolean begun) {
        if (begun) {
            usedSince = SuspensionTicker.SYSTEM.nanos();
        }
        return begun;
    }

    void end() {
        lock.unlock();
    }
}
