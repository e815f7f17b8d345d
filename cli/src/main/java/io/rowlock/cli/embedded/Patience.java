package io.rowlock.cli.embedded;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockStoreException;
import io.rowlock.Rowlock;
import io.rowlock.cli.exit.CliException;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * How long a command waits for a lock, from now on, the way to the database included. Where many processes share the embedded
 * database, its turn may not come within the time of one call; it is then asked again for as long as there is patience.
 */
public final class Patience {
    /** Though nobody wants to wait for the lock: a crowd that starts at the full hour takes its time. */
    private static final Duration LEAST = Duration.ofSeconds(15);

    private final Duration wait;
    private final long start = System.nanoTime();

    private Patience(Duration wait) {
        this.wait = wait;
    }

    /**
     * Begins to wait.
     *
     * @param wait how long to wait for the lock
     * @return the patience
     */
    public static Patience of(Duration wait) {
        return new Patience(wait);
    }

    /**
     * Opens a client.
     *
     * @param opening what opens it
     * @return the client
     * @throws CliException if the database cannot be used
     */
    public Rowlock open(Supplier<Rowlock> opening) {
        while (true) {
            try {
                return opening.get();
            } catch (CliException failure) {
                if (isOver(failure)) {
                    throw failure;
                }
            }
        }
    }

    /**
     * Acquires a lock within what is left of the wait.
     *
     * @param lock which
     * @return the hold
     * @throws LockStoreException if the database cannot be asked
     */
    public Hold acquire(DistributedLock lock) {
        return ask(() -> {
            Duration left = wait.minus(elapsed());
            return lock.acquire(left.isNegative() ? Duration.ZERO : left);
        });
    }

    /**
     * Asks the database, again and again if its turn does not come.
     *
     * @param asking what to ask; nothing was sent if its turn did not come
     * @param <T> the answer's type
     * @return the answer
     * @throws LockStoreException if the database cannot be asked
     */
    public <T> T ask(Supplier<T> asking) {
        while (true) {
            try {
                return asking.get();
            } catch (LockStoreException failure) {
                if (isOver(failure)) {
                    throw failure;
                }
            }
        }
    }

    private boolean isOver(Throwable failure) {
        return !Turn.CrowdedException.isCauseOf(failure)
                || elapsed().compareTo(wait.compareTo(LEAST) > 0 ? wait : LEAST) > 0;
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
