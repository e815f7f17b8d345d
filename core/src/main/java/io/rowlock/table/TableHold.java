package io.rowlock.table;

import io.rowlock.Hold;
import io.rowlock.LockLostException;
import io.rowlock.LockStoreException;
import java.time.Duration;

/**
 * The proof of a granted lock in a table that others have designed, until it is closed or lost. It is proved by a value in
 * the owner's column that is unlike every other. Thread-safe; it belongs to everyone who has the object.
 */
public final class TableHold implements AutoCloseable {
    private final Hold hold;

    TableHold(Hold hold) {
        this.hold = hold;
    }

    /**
     * Which lock is held.
     *
     * @return its name
     */
    public String name() {
        return hold.key().name();
    }

    /**
     * Whether the lock is surely held at this moment, told without asking the database: given clocks of others that are
     * ahead of the database's by less than the grace.
     *
     * @return true while nobody else can have taken the lock
     */
    public boolean isHeld() {
        return hold.isHeld();
    }

    /**
     * How long {@link #isHeld()} stays true if nothing is renewed from now on.
     *
     * @return the time left; zero when no longer held
     */
    public Duration remaining() {
        return hold.remaining();
    }

    /**
     * Renews the lease now, from this moment.
     *
     * @throws LockLostException if the lock is no longer held
     * @throws LockStoreException if the database could not be asked; the hold is as it was
     */
    public void renew() {
        hold.renew();
    }

    /**
     * Asks the database whether this grant still stands. If it does not, the hold is lost from here on.
     *
     * @return true if the row is still this hold's
     * @throws LockStoreException if the database could not be asked; the hold is as it was
     */
    public boolean check() {
        return hold.check();
    }

    /**
     * Registers what to do when the lock is lost: its deadline passed unrenewed, or its row is another's or gone. Runs once,
     * on a thread of Rowlock's; also when registered after the loss; never after a release.
     *
     * @param action what to do
     */
    public void onLost(Runnable action) {
        hold.onLost(action);
    }

    /** Releases the lock, in the background if it cannot be done now. Throws nothing. */
    @Override
    public void close() {
        hold.close();
    }
}
