package io.rowlock.internal.store;

import java.util.List;

/**
 * Wishes that travel together: at most one for a lock.
 *
 * @param claims what is to be acquired
 * @param releases what is to be released
 * @param renewals what is to be renewed
 */
public record Batch(List<Claim> claims, List<Grant> releases, List<Grant> renewals) {

    /**
     * Whether all wishes are of the same kind.
     *
     * @return true if so
     */
    public boolean isOfOneKind() {
        int wishes = claims.size() + releases.size() + renewals.size();
        return Math.max(Math.max(claims.size(), releases.size()), renewals.size()) == wishes;
    }
}
