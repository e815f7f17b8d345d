package io.rowlock.chaos.history;

/** The kinds of events. "Before" and "after" say when an event's time is taken, so that conclusions from it are certain. */
public enum Kind {
    /** A process begins. */
    START,
    /** A process has closed its client and its pool; the note says what it could not get rid of. */
    END,

    /** Before a lock is asked for; {@code until} is how long its user is willing to wait. */
    REQUEST,
    /** After a lock was granted; {@code until} is how long the holder may believe, as the library itself says. */
    GRANTED,
    /** After a lock was busy, or the wait for it was over. */
    BUSY,
    /** After the outcome of a request could not be learnt. */
    FAILED,
    /** After a request ended because its thread was interrupted. */
    INTERRUPTED,
    /** Before a thread that waits is interrupted. */
    INTERRUPT,
    /** After a request, when its thread is still marked as interrupted. */
    FLAGGED,

    /** Before a look that found the lock held. */
    HELD,
    /** Before the holder renews its lease for longer; {@code until} is when such a lease is over. */
    RENEWING,
    /** Before the holder releases the lock; {@code until} is how long it shall stay taken. */
    RELEASING,
    /** After a release said whether the lock was held until then: the note is true, false, or the exception. */
    ANSWERED,
    /** After the database has confirmed that the grant is over. */
    RELEASED,
    /** When the holder's {@code onLost} begins. */
    LOST,
    /** After the library said that the hold is lost; the note is the reason. */
    LOSS_REPORTED,
    /** After the library dropped releases of grants that are held, which only a bug of its own can ask for; the note says how many. */
    RELEASE_DROPPED,

    /** Before a transaction is guarded. */
    GUARDING,
    /** Before the commit of a guarded transaction is sent. */
    COMMITTING,
    /** After it was confirmed. */
    COMMITTED,
    /** After it surely failed; the note says why. */
    ABORTED,
    /** After it failed so that nobody knows. */
    UNKNOWN,
    /** Before a fenced transaction begins. */
    FENCING,
    /** After it was confirmed. */
    FENCED,
    /** After it was rejected, or failed. */
    UNFENCED,

    /**
     * Before an observer found this grant in the database; {@code until} is when it had, because a look may take a while. The note
     * is the owner's name.
     */
    OBSERVED,

    /**
     * Before an observer read all locks at once; {@code until} is when it had. The note lists the grants that the database had
     * then, in their lease or not, as {@code lock=token}.
     */
    SNAPSHOT,

    /** Before the nemesis breaks something; the note says on whom. */
    FAULT,
    /** After it has repaired it. */
    REPAIRED,
    /**
     * Before a branch in doubt is ended on behalf of its process, whose name is {@code lock}; {@code until} is when that was
     * done, {@code id} is the transaction, and the note says whether it was committed or rolled back.
     */
    RECOVERED,
    /** Before a process is killed: {@code lock} is its name. */
    KILL,
    /** Before a process is stopped: {@code lock} is its name. */
    STOP,
    /** After it goes on. */
    CONT
}
