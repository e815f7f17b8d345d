package io.rowlock;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Something that happened to the locks of a client. An immutable value; two events are equal if they are of one kind and
 * all that they tell is equal.
 *
 * <p>Only Rowlock implements this. A later version may add kinds of events, and accessors to those there are; ignore a
 * kind that you do not know. The static methods make events for tests of a {@link LockListener}.
 */
public interface LockEvent {

    /** A lock was granted to this client. */
    sealed interface Acquired extends LockEvent permits EventValues.Acquired {

        /** {@return which lock} */
        LockKey key();

        /** {@return the grant's number} */
        long token();

        /** {@return the time from the call to the grant} */
        Duration took();
    }

    /** A lock was not granted, because it is taken. */
    sealed interface Busy extends LockEvent permits EventValues.Busy {

        /** {@return which lock} */
        LockKey key();

        /** {@return what is known of the holder} */
        Optional<LockStatus> holder();
    }

    /** A wait for a lock ended. */
    sealed interface Waited extends LockEvent permits EventValues.Waited {

        /** {@return which lock} */
        LockKey key();

        /** {@return how long} */
        Duration waited();

        /** {@return whether it was granted} */
        boolean acquired();
    }

    /**
     * A hold's lease was renewed by itself. From the second time on a session mostly keeps the holds of a process, and its
     * heartbeats are not reported for each of them.
     */
    sealed interface Renewed extends LockEvent permits EventValues.Renewed {

        /** {@return which lock} */
        LockKey key();

        /** {@return the grant's number} */
        long token();
    }

    /** A hold was lost. */
    sealed interface Lost extends LockEvent permits EventValues.Lost {

        /** {@return which lock} */
        LockKey key();

        /** {@return the grant's number} */
        long token();

        /** {@return how it was lost} */
        LossReason reason();
    }

    /** A hold was released. */
    sealed interface Released extends LockEvent permits EventValues.Released {

        /** {@return which lock} */
        LockKey key();

        /** {@return the grant's number} */
        long token();

        /** {@return how long it was held} */
        Duration held();
    }

    /** The database could not be asked, or answered with an error. */
    sealed interface StoreFailed extends LockEvent permits EventValues.StoreFailed {

        /** {@return the operation that was tried} */
        String operation();

        /** {@return for which locks} */
        List<LockKey> keys();

        /** {@return the failure} */
        LockStoreException cause();
    }

    /** How a hold is lost. */
    enum LossReason {
        /** Its deadline passed before a renewal succeeded. */
        EXPIRED,
        /** The database says that the grant no longer stands: it was revoked, or the lock was taken by another. */
        REVOKED_OR_TAKEN,
        /** It has lasted as long as its {@linkplain LockDefinition#withLongestHold definition} allows. */
        LONGEST_HOLD
    }

    /**
     * A grant.
     *
     * @param key which lock
     * @param token the grant's number
     * @param took from the call to the grant
     * @return the event
     */
    static Acquired acquired(LockKey key, long token, Duration took) {
        return new EventValues.Acquired(key, token, took);
    }

    /**
     * A lock that is taken.
     *
     * @param key which lock
     * @param holder what is known of the holder
     * @return the event
     */
    static Busy busy(LockKey key, Optional<LockStatus> holder) {
        return new EventValues.Busy(key, holder);
    }

    /**
     * The end of a wait.
     *
     * @param key which lock
     * @param waited how long
     * @param acquired whether it was granted
     * @return the event
     */
    static Waited waited(LockKey key, Duration waited, boolean acquired) {
        return new EventValues.Waited(key, waited, acquired);
    }

    /**
     * A renewal.
     *
     * @param key which lock
     * @param token the grant's number
     * @return the event
     */
    static Renewed renewed(LockKey key, long token) {
        return new EventValues.Renewed(key, token);
    }

    /**
     * A loss.
     *
     * @param key which lock
     * @param token the grant's number
     * @param reason how it was lost
     * @return the event
     */
    static Lost lost(LockKey key, long token, LossReason reason) {
        return new EventValues.Lost(key, token, reason);
    }

    /**
     * A release.
     *
     * @param key which lock
     * @param token the grant's number
     * @param held how long it was held
     * @return the event
     */
    static Released released(LockKey key, long token, Duration held) {
        return new EventValues.Released(key, token, held);
    }

    /**
     * A failure of the database.
     *
     * @param operation the operation that was tried
     * @param keys for which locks
     * @param cause the failure
     * @return the event
     */
    static StoreFailed storeFailed(String operation, List<LockKey> keys, LockStoreException cause) {
        return new EventValues.StoreFailed(operation, keys, cause);
    }
}
