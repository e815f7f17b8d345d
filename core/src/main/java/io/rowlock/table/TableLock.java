package io.rowlock.table;

import io.rowlock.DistributedLock;
import io.rowlock.DistributedLock.Work;
import io.rowlock.LockDefinition;
import io.rowlock.LockLostException;
import io.rowlock.LockTimeoutException;
import io.rowlock.Rowlock;
import java.time.Duration;
import java.util.Optional;

/**
 * A lock in a table that others have designed. Immutable and thread-safe; making one touches no database.
 *
 * <p>Every method that reaches the database throws {@link io.rowlock.LockStoreException} when the database cannot be asked
 * (broken is not busy), and {@link io.rowlock.LockInterruptedException}, with the interrupt flag set again, when the
 * calling thread is interrupted.
 */
public final class TableLock {
    private final Rowlock client;
    private final LockDefinition definition;

    TableLock(Rowlock client, LockDefinition definition) {
        this.client = client;
        this.definition = definition;
    }

    /**
     * The lock's name.
     *
     * @return its name
     */
    public String name() {
        return definition.name();
    }

    /**
     * A copy with another lease: how long an unrenewed hold is believed in, at most. In the table its expiry is later by
     * the grace, 3 % of the lease and at least a second, because others take over at expiry sharp.
     *
     * @param lease from 1 second to 24 hours
     * @return the changed copy
     */
    public TableLock withLease(Duration lease) {
        return new TableLock(client, definition.withLease(lease));
    }

    /**
     * A copy with another wait.
     *
     * @param wait how long {@link #acquire()} waits
     * @return the changed copy
     */
    public TableLock withWait(Duration wait) {
        return new TableLock(client, definition.withWait(wait));
    }

    /**
     * A copy with automatic renewal on or off.
     *
     * @param renewed whether holds are renewed until closed
     * @return the changed copy
     */
    public TableLock withRenewal(boolean renewed) {
        return new TableLock(client, definition.withRenewal(renewed));
    }

    /**
     * Acquires the lock if it is free at this moment.
     *
     * @return the hold, or empty when someone else has the lock
     */
    public Optional<TableHold> tryAcquire() {
        return lock().tryAcquire().map(TableHold::new);
    }

    /**
     * Acquires the lock, waiting for it if need be.
     *
     * @param wait how long to wait at most
     * @return the hold, or empty when the lock was taken all that time
     */
    public Optional<TableHold> tryAcquire(Duration wait) {
        return lock().tryAcquire(wait).map(TableHold::new);
    }

    /**
     * Acquires the lock, waiting for it if need be.
     *
     * @return the hold
     * @throws LockTimeoutException when the lock was taken all that time; its message says who has it
     */
    public TableHold acquire() {
        return new TableHold(lock().acquire());
    }

    /**
     * Runs the work under the lock if it is free at this moment, and releases it.
     *
     * @param work what to do while holding the lock
     * @return false, without running anything, when someone else has the lock
     * @throws LockLostException after the work has ended, if the lock was lost while it ran
     */
    public boolean tryRun(Runnable work) {
        return lock().tryRun(work);
    }

    /**
     * Runs the work under the lock, waiting for it if need be, and releases it.
     *
     * @param work what to do while holding the lock
     * @throws LockTimeoutException when the lock was taken all that time; nothing ran
     * @throws LockLostException after the work has ended, if the lock was lost while it ran
     */
    public void run(Runnable work) {
        lock().run(work);
    }

    /**
     * Runs the work under the lock, waiting for it if need be, releases it, and returns what the work returned.
     *
     * @param work what to do while holding the lock
     * @param <T> what the work returns
     * @param <E> what the work throws
     * @return the work's result
     * @throws E what the work throws, unchanged
     * @throws LockTimeoutException when the lock was taken all that time; nothing ran
     * @throws LockLostException after the work has ended, if the lock was lost while it ran
     */
    public <T, E extends Exception> T call(Work<T, E> work) throws E {
        return lock().call(work);
    }

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
    public <T, E extends Exception> Optional<T> tryCall(Work<T, E> work) throws E {
        return lock().tryCall(work);
    }

    private DistributedLock lock() {
        return client.lock(definition);
    }
}
