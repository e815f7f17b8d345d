package io.rowlock;

import java.time.Instant;

/**
 * The outcome of a revoke. An immutable value; two outcomes are equal if they are of one kind and all that they tell is
 * equal. Only Rowlock implements this. A later version may add accessors to an outcome; another kind of outcome would be a
 * breaking change, because a caller must not overlook it. The static methods make outcomes for tests.
 */
public sealed interface Revocation {

    /** The hold was revoked. */
    sealed interface Revoked extends Revocation permits RevocationValues.Revoked {

        /** {@return when the lock is free, by the database's clock} */
        Instant freeAt();
    }

    /** No hold with that token exists: it was released, or another took its place. Nothing was changed. */
    sealed interface NotHeld extends Revocation permits RevocationValues.NotHeld {}

    /**
     * An open transaction has the lock's row locked at this moment. Nothing was changed; try again. If the answer stays the same,
     * the transaction is perhaps one of a machine that no longer exists: find its session in the database, and end it there. The
     * operator's page of the documentation says how, and which settings of the server do it by themselves.
     */
    sealed interface RowLocked extends Revocation permits RevocationValues.RowLocked {}

    /**
     * A hold that was revoked.
     *
     * @param freeAt when the lock is free, by the database's clock
     * @return the outcome
     */
    static Revoked revoked(Instant freeAt) {
        return new RevocationValues.Revoked(freeAt);
    }

    /**
     * No hold with that token.
     *
     * @return the outcome
     */
    static NotHeld notHeld() {
        return new RevocationValues.NotHeld();
    }

    /**
     * A row that another transaction has locked.
     *
     * @return the outcome
     */
    static RowLocked rowLocked() {
        return new RevocationValues.RowLocked();
    }
}
