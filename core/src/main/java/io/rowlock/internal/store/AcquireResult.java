package io.rowlock.internal.store;

import java.util.Optional;

/** The result of asking for a lock: the same value from the store to the caller. */
public sealed interface AcquireResult {

    /**
     * The lock was granted.
     *
     * @param token the grant's number
     */
    record Granted(long token) implements AcquireResult {}

    /**
     * Another holds the lock, or has its row locked, or the claim came too late.
     *
     * @param row the lock's row; empty when it was being written for the first time, or was never read
     * @param now the database's time in microseconds
     */
    record Busy(Optional<LockRow> row, long now) implements AcquireResult {

        /**
         * Whether the claim came too late, by its own measure, to be granted at all.
         *
         * @param claim the claim
         * @return true if its last moment had passed
         */
        public boolean isTooLate(Claim claim) {
            return now > claim.notAfter();
        }
    }

    /**
     * The database did not answer. A store throws the cause instead of returning this.
     *
     * @param cause the failure, whose kind says whether the lock may have been granted all the same
     */
    record Failed(StoreException cause) implements AcquireResult {

        /**
         * Whether the database or the data source rejected the request, so that a retry would fail as well.
         *
         * @return true if so
         */
        public boolean isPermanent() {
            return cause.kind() == StoreException.Kind.REJECTED || cause.kind() == StoreException.Kind.UNUSABLE;
        }
    }
}
