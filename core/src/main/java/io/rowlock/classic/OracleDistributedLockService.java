package io.rowlock.classic;

import io.rowlock.LockException;

/**
 * The calls of the classic service on the table {@code TBL_PESSIMISTIC_LOCK}, so that code which has the service injected changes
 * its imports alone. {@link PessimisticLock} is it, on every database. An application may implement it for its tests.
 */
public interface OracleDistributedLockService {

    /**
     * Takes a lock as its definition says.
     *
     * @param lock which
     * @throws IllegalStateException if it was taken at every attempt
     * @throws LockException if the database could not be asked, or the thread was interrupted
     */
    void doLock(PessimisticLockDefinition lock);

    /**
     * Takes a lock, in {@code 1 + retryCount} attempts at most.
     *
     * @param lock which
     * @param overTime after how many milliseconds it is over unless released
     * @param retryCount how often to try again
     * @param retryInterval how many milliseconds to wait between two attempts
     * @throws IllegalStateException if it was taken at every attempt
     * @throws LockException if the database could not be asked, or the thread was interrupted
     */
    void doLock(PessimisticLockDefinition lock, long overTime, int retryCount, long retryInterval);

    /**
     * Ends the hold. One that is over already is left to its present holder.
     *
     * @param lock which
     * @throws LockException if the database could not be asked; then it can be tried again
     */
    void unLock(PessimisticLockDefinition lock);

    /**
     * Runs work under a lock taken as its definition says, and releases it; or other work if the lock was taken at every
     * attempt.
     *
     * @param lock which
     * @param onSuccess what to do under the lock; what it throws is what the caller sees
     * @param onFailure what to do when the lock is busy
     * @throws LockException if the database could not be asked, or the thread was interrupted; then neither ran
     */
    void autoLock(PessimisticLockDefinition lock, Runnable onSuccess, Runnable onFailure);
}
