package io.rowlock.classic;

import java.time.Duration;

/**
 * Offline locks on single things: taken when a person opens a form, checked when it is saved, perhaps by another node.
 *
 * <p>Every call runs in a transaction of its own, never in the caller's. All that is thrown is a
 * {@link io.rowlock.LockException}: what is said here, or a {@link io.rowlock.LockStoreException} when the database could
 * not be asked.
 */
public interface LockManager {

    /**
     * Locks a thing.
     *
     * @param type what kind of thing; holds no colon
     * @param id which one
     * @return what proves the lock, here and elsewhere
     * @throws AlreadyLockedException if it is locked
     * @throws LockingFailException if another was quicker at this very moment
     */
    LockId tryLock(String type, String id);

    /**
     * Makes sure that a lock still stands.
     *
     * @param lockId what proves it
     * @throws NoLockException if it was released, taken away, or is over
     */
    void checkLock(LockId lockId);

    /**
     * Adds to the time of a lock that still stands.
     *
     * @param lockId what proves it
     * @param inc how many milliseconds to add to its expiry
     * @throws NoLockException if it was released, taken away, or is over
     */
    void extendLockExpiration(LockId lockId, long inc);

    /**
     * Adds to the time of a lock that still stands.
     *
     * @param lockId what proves it
     * @param inc how much to add to its expiry
     * @throws NoLockException if it was released, taken away, or is over
     */
    default void extendLockExpiration(LockId lockId, Duration inc) {
        extendLockExpiration(lockId, inc.toMillis());
    }

    /**
     * Releases a lock. One that no longer stands is no error.
     *
     * @param lockId what proves it
     */
    void releaseLock(LockId lockId);
}
