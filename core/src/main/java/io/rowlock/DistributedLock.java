package io.rowlock;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A lock of which at most one hold exists in the whole fleet, at any time.
 *
 * <p>Making one costs nothing and touches no database. Thread-safe; it may be kept, or created for each use. A hold
 * belongs to the code that has the {@link Hold} object, not to a thread, and is not reentrant: a second acquire in the same
 * thread waits like any other.
 *
 * <p>Every method that reaches the database throws {@link LockStoreException} when the database cannot be asked
 * (broken is not busy), and {@link LockInterruptedException}, with the thread's interrupt flag set again, when the
 * calling thread is interrupted. Each call ends within its wait plus the client's call timeout.
 */
public interface DistributedLock {

    /**
     * How this lock behaves.
     *
     * @return its definition
     */
    LockDefinition definition();

    /**
     * Acquires the lock if it is free at this moment.
     *
     * @return the hold, or empty when someone else has the lock
     */
    Optional<Hold> tryAcquire();

    /**
     * Acquires the lock, waiting for it if need be.
     *
     * @param wait how long to wait at most
     * @return the hold, or empty when the lock was taken all that time
     */
    Optional<Hold> tryAcquire(Duration wait);

    /**
     * Acquires the lock, waiting as long as the definition says.
     *
     * @return the hold
     * @throws LockTimeoutException when the lock was taken all that time; its message names the holder
     */
    Hold acquire();

    /**
     * Acquires the lock, waiting for it if need be.
     *
     * @param wait how long to wait at most
     * @return the hold
     * @throws LockTimeoutException when the lock was taken all that time; its message names the holder
     */
    Hold acquire(Duration wait);

    /**
     * Acquires the lock, waiting as long as the definition says, without occupying a thread.
     *
     * @return the hold to come; see {@link #acquireAsync(Duration)}
     */
    CompletionStage<Hold> acquireAsync();

    /**
     * Acquires the lock, waiting for it if need be, without occupying a thread.
     *
     * <p>The stage fails with {@link LockTimeoutException} when the lock was taken all that time, with {@link
     * LockStoreException} when the database cannot be asked, and with {@link IllegalStateException} when the client is
     * closed. Cancelling it, by {@code toCompletableFuture().cancel(true)}, gives up the place in the queue; a grant that
     * arrives after that is given back. A grant that arrives after a timeout of the stage, set by the caller, is given back too.
     *
     * <p>Actions that are chained to the stage run on a thread of the common pool, unless you name an executor. They may
     * close the hold; for long work, name an executor of your own.
     *
     * @param wait how long to wait at most
     * @return the hold to come, to be closed like any other
     */
    CompletionStage<Hold> acquireAsync(Duration wait);

    /**
     * Runs the work under the lock if it is free at this moment, and releases it.
     *
     * @param work what to do while holding the lock
     * @return false, without running anything, when someone else has the lock
     * @throws LockLostException after the work has ended, if the lock was lost while it ran
     */
    boolean tryRun(Runnable work);

    /**
     * As {@link #tryRun(Runnable)}, for work that uses the hold: its token, or a guarded transaction. The work may throw a checked
     * exception.
     *
     * @param work what to do with the hold, which is released when it has ended
     * @param <E> what the work throws
     * @return false, without running anything, when someone else has the lock
     * @throws E what the work throws, unchanged
     * @throws LockLostException after the work has ended, if the lock was lost while it ran
     */
    <E extends Exception> boolean tryRun(HoldAction<E> work) throws E;

    /**
     * Runs the work under the lock, waiting for it as long as the definition says, and releases it.
     *
     * @param work what to do while holding the lock
     * @throws LockTimeoutException when the lock was taken all that time; nothing ran
     * @throws LockLostException after the work has ended, if the lock was lost while it ran
     */
    void run(Runnable work);

    /**
     * As {@link #run(Runnable)}, for work that uses the hold: its token, or a guarded transaction. The work may throw a checked
     * exception.
     *
     * @param work what to do with the hold, which is released when it has ended
     * @param <E> what the work throws
     * @throws E what the work throws, unchanged
     * @throws LockTimeoutException when the lock was taken all that time; nothing ran
     * @throws LockLostException after the work has ended, if the lock was lost while it ran
     */
    <E extends Exception> void run(HoldAction<E> work) throws E;

    /**
     * Runs the work under the lock, waiting for it as long as the definition says, releases it, and returns what the
     * work returned.
     *
     * @param work what to do while holding the lock
     * @param <T> what the work returns
     * @param <E> what the work throws
     * @return the work's result
     * @throws E what the work throws, unchanged
     * @throws LockTimeoutException when the lock was taken all that time; nothing ran
     * @throws LockLostException after the work has ended, if the lock was lost while it ran
     */
    <T, E extends Exception> T call(Work<T, E> work) throws E;

    /**
     * As {@link #call(Work)}, for work that uses the hold.
     *
     * @param work what to do with the hold, which is released when it has ended
     * @param <T> what the work returns
     * @param <E> what the work throws
     * @return the work's result
     * @throws E what the work throws, unchanged
     * @throws LockTimeoutException when the lock was taken all that time; nothing ran
     * @throws LockLostException after the work has ended, if the lock was lost while it ran
     */
    <T, E extends Exception> T call(HoldWork<T, E> work) throws E;

    /**
     * Runs the work under the lock if it is free at this moment, releases it, and returns what the work returned.
     *
     * @param work what to do while holding the lock; it returns a result, because an empty answer means that it did not run
     * @param <T> what the work returns
     * @param <E> what the work throws
     * @return the work's result; empty, without running anything, when someone else has the lock
     * @throws E what the work throws, unchanged
     * @throws LockLostException after the work has ended, if the lock was lost while it ran
     * @throws NullPointerException after the work has ended and the lock was released, if the work returned null
     */
    <T, E extends Exception> Optional<T> tryCall(Work<T, E> work) throws E;

    /**
     * As {@link #tryCall(Work)}, for work that uses the hold.
     *
     * @param work what to do with the hold, which is released when it has ended; it returns a result
     * @param <T> what the work returns
     * @param <E> what the work throws
     * @return the work's result; empty, without running anything, when someone else has the lock
     * @throws E what the work throws, unchanged
     * @throws LockLostException after the work has ended, if the lock was lost while it ran
     * @throws NullPointerException after the work has ended and the lock was released, if the work returned null
     */
    <T, E extends Exception> Optional<T> tryCall(HoldWork<T, E> work) throws E;

    /**
     * Work that returns something and may throw.
     *
     * @param <T> what it returns
     * @param <E> what it throws
     */
    @FunctionalInterface
    interface Work<T, E extends Exception> {

        /**
         * Does the work.
         *
         * @return its result
         * @throws E when it fails
         */
        T run() throws E;
    }

    /**
     * Work that uses the hold, returns nothing and may throw.
     *
     * @param <E> what it throws
     */
    @FunctionalInterface
    interface HoldAction<E extends Exception> {

        /**
         * Does the work.
         *
         * @param hold the hold of the lock; closing it releases the lock early
         * @throws E when it fails
         */
        void run(Hold hold) throws E;
    }

    /**
     * Work that uses the hold, returns something and may throw.
     *
     * @param <T> what it returns
     * @param <E> what it throws
     */
    @FunctionalInterface
    interface HoldWork<T, E extends Exception> {

        /**
         * Does the work.
         *
         * @param hold the hold of the lock; closing it releases the lock early
         * @return its result
         * @throws E when it fails
         */
        T run(Hold hold) throws E;
    }
}
