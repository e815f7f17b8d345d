package io.rowlock.internal.store;

import java.util.Optional;

/** The result of a claim for a lock. A store that cannot answer throws {@link StoreException} instead. */
public sealed interface AcquireResult {

    /**
     * The lock is the claimant's.
     *
     * @param token the grant's number
     */
    record Granted(long token) implements AcquireResult {}

    /**
     * Another holds the lock, or has its row locked, or the claim came too late.
     *
     * @param row what its row said; empty when it was being written for the first time
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
}
