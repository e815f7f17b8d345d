package io.rowlock.internal.sql.shared;

import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Requests that are alike, as most are, and so can go in a simpler statement: locks of one slot, claimed on the same terms, and
 * releases of tokens that are known.
 *
 * @param slot of all
 * @param claims to be granted
 * @param releases to be released
 */
public record UniformBatch(int slot, List<Claim> claims, List<Grant> releases) {
    private static final List<Object> NO_TERMS = List.of(0L, 0L, 0L, 0L, "");

    /** The requests that are like the first. */
    public static UniformBatch of(List<Claim> claims, List<Grant> releases) {
        int slot = slot(claims, releases);
        List<Claim> alike = new ArrayList<>(claims.size());
        for (Claim claim : claims) {
            if (claim.key().slot() == slot && isAlike(claim, claims.get(0))) {
                alike.add(claim);
            }
        }
        List<Grant> known = new ArrayList<>(releases.size());
        for (Grant grant : releases) {
            if (grant.key().slot() == slot && grant.token() != Grant.UNKNOWN_TOKEN) {
                known.add(grant);
            }
        }
        return new UniformBatch(slot, alike, known);
    }

    private static int slot(List<Claim> claims, List<Grant> releases) {
        if (!claims.isEmpty()) {
            return claims.get(0).key().slot();
        }
        return releases.isEmpty() ? 0 : releases.get(0).key().slot();
    }

    private static boolean isAlike(Claim one, Claim other) {
        return one.terms().equals(other.terms())
                && one.keepFor().equals(other.keepFor())
                && one.owner().equals(other.owner());
    }

    public int size() {
        return claims.size() + releases.size();
    }

    /** Until when all of the claims may be granted. */
    public long notAfter() {
        long least = claims.isEmpty() ? 0 : Long.MAX_VALUE;
        for (Claim claim : claims) {
            least = Math.min(least, claim.notAfter());
        }
        return least;
    }

    /** Binds the values that a grant of each claim writes, from a place on; returns the place after. */
    public int bindTerms(PreparedStatement statement, int at) throws SQLException {
        return GrantSql.bind(statement, at, claims.isEmpty() ? NO_TERMS : GrantSql.terms(claims.get(0)));
    }
}
