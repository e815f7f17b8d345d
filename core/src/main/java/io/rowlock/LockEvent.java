package io.rowlock;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Something that happened to the locks of a client. */
public sealed interface LockEvent {

    /**
     * A lock was granted to this client.
     *
     * @param key which lock
     * @param token the grant's number
     * @param took from the call to the grant
     */
    record Acquired(LockKey key, long token, Duration took) implements LockEvent {}

    /**
     * A lock was not granted, because it is taken.
     *
     * @param key which lock
     * @param holder what is known of who has it
     */
    record Busy(LockKey key, Optional<LockStatus> holder) implements LockEvent {}

    /**
     * A wait for a lock ended.
     *
     * @param key which lock
     * @param waited how long
     * @param acquired whether it was granted
     */
    record Waited(LockKey key, Duration waited, boolean acquired) implements LockEvent {}

    /**
     * A hold's lease was renewed by itself. From the second time on a session mostly keeps the holds of a process, and its
     * heartbeats are not told for each of them.
     *
     * @param key which lock
     * @param token the grant's number
     */
    record Renewed(LockKey key, long token) implements LockEvent {}

    /**
     * A hold was lost.
     *
     * @param key which lock
     * @param token the grant's number
     * @param reason how
     */
    record Lost(LockKey key, long token, LossReason reason) implements LockEvent {}

    /**
     * A hold was released.
     *
     * @param key which lock
     * @param token the grant's number
     * @param held how long it was held
     */
    record Released(LockKey key, long token, Duration held) implements LockEvent {}

    /**
     * The database could not be asked, or refused.
     *
     * @param operation what was tried
     * @param keys for which locks
     * @param cause what went wrong
     */
    record StoreFailed(String operation, List<LockKey> keys, LockStoreException cause) implements LockEvent {}

    /** How a hold is lost. */
    enum LossReason {
        /** Its deadline passed before a renewal succeeded. */
        EXPIRED,
        /** The database says that the grant no longer stands: it was revoked, or the lock was taken by another. */
        REVOKED_OR_TAKEN
    }
}
