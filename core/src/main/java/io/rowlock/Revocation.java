package io.rowlock;

import java.time.Instant;

/** What became of a revoke. */
public sealed interface Revocation {

    /**
     * The hold was revoked.
     *
     * @param freeAt when the lock is free, by the database's clock
     */
    record Revoked(Instant freeAt) implements Revocation {}

    /** No hold with that token exists: it was released, or another took its place. Nothing was changed. */
    record NotHeld() implements Revocation {}

    /**
     * An open transaction has the lock's row locked at this moment. Nothing was changed; try again. If the answer stays the same,
     * the transaction is perhaps one of a machine that no longer exists: find its session in the database, and end it there. The
     * operator's page of the documentation says how, and which settings of the server do it by themselves.
     */
    record RowLocked() implements Revocation {}
}
