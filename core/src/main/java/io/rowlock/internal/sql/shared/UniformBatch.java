package io.rowlock.internal.sql.shared;

import io.rowlock.LockKey;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;

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
        int slot = Stream.concat(
                        claims.stream().map(Claim::key), releases.stream().map(Grant::key))
                .mapToInt(LockKey::slot)
                .findFirst()
                .orElse(0);
        return new UniformBatch(
                slot,
                claims.stream()
                        .filter(claim -> claim.key().slot() == slot && isAlike(claim, claims.get(0)))
                        .toList(),
                releases.stream()
                        .filter(grant -> grant.key().slot() == slot && grant.token() != Grant.UNKNOWN_TOKEN)
                        .toList());
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
        return claims.stream().mapToLong(Claim::notAfter).min().orElse(0);
    }

    /** Binds the values that a grant of each claim writes, from a place on; returns the place after. */
    public int bindTerms(PreparedStatement statement, int at) throws SQLException {
        return GrantSql.bind(statement, at, claims.isEmpty() ? NO_TERMS : GrantSql.terms(claims.get(0)));
    }
}
