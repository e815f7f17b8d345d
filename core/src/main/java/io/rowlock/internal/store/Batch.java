package io.rowlock.internal.store;

import java.util.List;

/**
 * Operations that travel together: at most one for a lock.
 *
 * @param claims what is to be acquired
 * @param releases what is to be released
 * @param renewals what is to be renewed
 */
public record Batch(List<Claim> claims, List<Grant> releases, List<Grant> renewals) {

    /**
     * Whether all operations are of the same kind.
     *
     * @return true if so
     */
    public boolean isOfOneKind() {
        int operations = claims.size() + releases.size() + renewals.size();
        return Math.max(Math.max(claims.size(), releases.size()), renewals.size()) == operations;
    }

    /**
     * The answers to a batch, one for each operation, in the order of the operations.
     *
     * @param claims of the claims
     * @param releases of the releases
     * @param renewals of the renewals
     */
    public record Outcome(List<AcquireResult> claims, List<GrantOutcome> releases, List<GrantOutcome> renewals) {}
}
