package io.rowlock.internal.store;

import java.util.Optional;

/** What the store answered to a claim. */
public sealed interface ClaimOutcome {

    /**
     * The lock is the claimant's.
     *
     * @param token the grant's number
     */
    record Granted(long token) implements ClaimOutcome {}

    /**
     * The lock is not the claimant's.
     *
     * @param row what its row said; empty when it was being written for the first time
     * @param now the database's time in microseconds
     */
    record Refused(Optional<LockRow> row, long now) implements ClaimOutcome {

        /**
         * Whether the claim came too late, by its own measure, to be granted at all.
         *
         * @param claim the claim that was refused
         * @return true if its last moment had passed
         */
        public boolean isTooLate(Claim claim) {
            return now > claim.notAfter();
        }
    }
}
