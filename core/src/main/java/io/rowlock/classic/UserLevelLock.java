package io.rowlock.classic;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockException;
import io.rowlock.LockLostException;
import io.rowlock.LockStatus;
import io.rowlock.LockStatus.State;
import io.rowlock.LockTimeoutException;
import io.rowlock.Rowlock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * Runs work under locks that are tied to a connection: {@code GET_LOCK} on MySQL and MariaDB, and what comes closest on the
 * other databases.
 *
 * <p>Names are given to {@code GET_LOCK} as they are, so that programs which call it themselves take part; a name that the server
 * rejects is rejected with that reason. Names that are one for the server, as those that differ in case alone are for MySQL,
 * exclude each other. The data source should be a pool of its own, apart from the one the work uses, with
 * at least three connections, on MySQL and MariaDB four. Acquire and release use one connection, which many locks share. Its
 * end is noticed within about two seconds while the work runs. Thread-safe.
 *
 * <p>Unlike its models it releases only what it acquired, and never hides the first error behind a second.
 */
public final class UserLevelLock implements AutoCloseable {
    private static final Duration FOREVER = Duration.ofDays(36_500);

    private final Rowlock rowlock;
    private final boolean interrupting;
    private final Set<Hold> holds;

    /**
     * Locks over a data source, in the lock table {@code rowlock}.
     *
     * @param dataSource a pool of its own
     * @throws io.rowlock.LockSetupException if locks cannot be tied to its connections, saying why
     */
    public UserLevelLock(DataSource dataSource) {
        this(Rowlock.builder(dataSource).sharingLockNames().build());
    }

    /**
     * Locks through a client, which is closed with them.
     *
     * @param connectionBound a client that was built with {@link io.rowlock.RowlockBuilder#sharingLockNames()}, or with {@link
     *     io.rowlock.RowlockBuilder#connectionBound()} where no other program is to take part
     */
    public UserLevelLock(Rowlock connectionBound) {
        this(Objects.requireNonNull(connectionBound, "connectionBound"), false, ConcurrentHashMap.newKeySet());
    }

    private UserLevelLock(Rowlock rowlock, boolean interrupting, Set<Hold> holds) {
        this.rowlock = rowlock;
        this.interrupting = interrupting;
        this.holds = holds;
    }

    /**
     * The same locks, but a thread that loses one while the work runs is interrupted, so that work which heeds that stops. The
     * interrupt flag is left to the work and its caller.
     *
     * @return another view of the same locks
     */
    public UserLevelLock interruptingOnLoss() {
        return new UserLevelLock(rowlock, true, holds);
    }

    /**
     * Acquires the lock, runs the work, and releases the lock.
     *
     * @param name the lock's name
     * @param timeoutSeconds how long to wait for the lock; negative to wait forever
     * @param work what to do
     * @param <T> what the work returns
     * @return what the work returned
     * @throws UserLevelLockException if the lock was not got, and then nothing ran; or after work that ended well, if the
     *     lock was lost while it ran
     */
    public <T> T executeWithLock(String name, int timeoutSeconds, Supplier<T> work) {
        Hold hold = acquire(name, timeoutSeconds);
        holds.add(hold);
        Worker worker = new Worker(Thread.currentThread());
        if (interrupting) {
            hold.onLost(worker::interrupt);
        }
        try (hold) {
            T result = worker.run(work);
            requireHeld(hold);
            return result;
        } finally {
            holds.remove(hold);
        }
    }

    /**
     * Acquires the lock, runs the work, and releases the lock.
     *
     * @param name the lock's name
     * @param timeoutSeconds how long to wait for the lock; negative to wait forever
     * @param work what to do
     * @throws UserLevelLockException if the lock was not got, and then nothing ran; or after work that ended well, if the
     *     lock was lost while it ran
     */
    public void executeWithLock(String name, int timeoutSeconds, Runnable work) {
        executeWithLock(name, timeoutSeconds, () -> {
            work.run();
            return true;
        });
    }

    private Hold acquire(String name, int timeoutSeconds) {
        DistributedLock lock = rowlock.lock(name);
        String call = "acquire within " + timeoutSeconds + " s";
        try {
            return lock.acquire(timeoutSeconds < 0 ? FOREVER : Duration.ofSeconds(timeoutSeconds));
        } catch (LockTimeoutException busy) {
            throw UserLevelLockException.notGot(name, call, busy);
        } catch (LockException failure) {
            throw UserLevelLockException.broken(name, call, failure);
        }
    }

    private static void requireHeld(Hold hold) {
        if (!hold.isHeld()) {
            throw UserLevelLockException.notGot(
                    hold.key().name(),
                    "release",
                    new LockLostException(
                            hold.key(),
                            hold.token(),
                            "it was lost, or released by releaseAll(), while the work ran, which has ended; what it did may"
                                    + " have met another holder's work"));
        }
    }

    /**
     * Whether nobody has the lock, programs that call {@code GET_LOCK} themselves included. Stale as soon as it is told.
     *
     * @param name the lock's name
     * @return true if it could be had at that moment
     * @throws UserLevelLockException if the database could not be asked
     */
    public boolean isFree(String name) {
        return holder(name).isEmpty();
    }

    /**
     * The holder of the lock.
     *
     * @param name the lock's name
     * @return the holder's owner text; for a program that calls {@code GET_LOCK} itself, its connection; empty if it is free
     * @throws UserLevelLockException if the database could not be asked
     */
    public Optional<String> holder(String name) {
        try {
            return rowlock.admin()
                    .find(name)
                    .filter(status -> status.state() != State.FREE && status.state() != State.EXPIRED)
                    .map(LockStatus::owner);
        } catch (LockException failure) {
            throw UserLevelLockException.broken(name, "holder", failure);
        }
    }

    /**
     * Releases every lock that is held through this object. Work that runs under one is not stopped; it is told at its end.
     *
     * @return how many were released
     */
    public int releaseAll() {
        List<Hold> held = holds.stream().filter(Hold::isHeld).toList();
        held.forEach(Hold::close);
        return held.size();
    }

    /** Releases every lock, and closes the client. */
    @Override
    public void close() {
        rowlock.close();
    }

    /** The thread that works under a lock, to be interrupted as long as it does and no longer. */
    private static final class Worker {
        private final Thread thread;
        private boolean ended;

        Worker(Thread thread) {
            this.thread = thread;
        }

        <T> T run(Supplier<T> work) {
            try {
                return work.get();
            } finally {
                end();
            }
        }

        synchronized void interrupt() {
            if (!ended) {
                thread.interrupt();
            }
        }

        private synchronized void end() {
            ended = true;
        }
    }
}
