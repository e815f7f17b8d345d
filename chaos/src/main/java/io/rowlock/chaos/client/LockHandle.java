package io.rowlock.chaos.client;

import io.rowlock.TransactionGuard;
import java.time.Duration;
import java.util.Optional;

/** The handle of a lock that is held, whatever the library. */
public interface LockHandle {

    /** The grant's number; 0 where the library has none. */
    long token();

    /** Whether the lock is held, as the library says, or as its manual lets its user conclude. */
    boolean isHeld();

    /** How long that stays so. */
    Duration remaining();

    /** Registers what to do when the lock is lost; never done by a library that does not tell. */
    void onLost(Runnable action);

    /** Releases the lock. */
    void release();

    /** The guard that ties transactions to it; empty where the library has none. */
    Optional<TransactionGuard> guard();

    /** More ways to renew it and to release it; empty where the library has none. */
    default Optional<LeaseHandle> leased() {
        return Optional.empty();
    }
}
