package io.rowlock.internal.sql.shared;

import io.rowlock.LockKey;
import io.rowlock.internal.sql.statement.Bind;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.time.Micros;
import io.rowlock.internal.time.Terms;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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
    private static final Terms NO_TERMS = new Terms(Duration.ZERO, Duration.ZERO);

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

    /** Binds what is written for each claim, from a place on; returns the place after. */
    public int bindTerms(PreparedStatement statement, int at) throws SQLException {
        Optional<Claim> any = claims.stream().findFirst();
        Bind.terms(statement, at, any.map(Claim::terms).orElse(NO_TERMS));
        statement.setLong(at + 3, any.map(claim -> Micros.of(claim.keepFor())).orElse(0L));
        statement.setString(at + 4, any.map(Claim::owner).orElse(""));
        return at + 5;
    }
}
