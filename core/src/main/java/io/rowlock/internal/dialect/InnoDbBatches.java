package io.rowlock.internal.dialect;

import io.rowlock.LockKey;
import io.rowlock.spi.Batch;
import io.rowlock.spi.BatchOutcome;
import io.rowlock.spi.Claim;
import io.rowlock.spi.ClaimOutcome;
import io.rowlock.spi.ClaimOutcome.Granted;
import io.rowlock.spi.Dialect;
import io.rowlock.spi.Grant;
import io.rowlock.spi.GrantOutcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Serves several wishes on MySQL and MariaDB: what is as it commonly is in one statement, and the rest in full. If the one
 * statement left anything, it does not say what. Claims can be sent twice, so all of them are then served in full. Of the releases
 * those are done whose grant does not stand any more; whether it was lost before cannot be told then, and the hold is over anyway.
 */
final class InnoDbBatches implements Dialect.Mixture {

    /** The full statements. */
    interface Full {
        List<ClaimOutcome> acquire(Connection connection, List<Claim> claims) throws SQLException;

        List<GrantOutcome> release(Connection connection, List<Grant> grants) throws SQLException;

        List<GrantOutcome> renew(Connection connection, List<Grant> grants) throws SQLException;
    }

    private final InnoDbTogether together;
    private final Full full;

    InnoDbBatches(InnoDbTogether together, Full full) {
        this.together = together;
        this.full = full;
    }

    @Override
    public BatchOutcome serve(Connection connection, Batch batch) throws SQLException {
        BatchOutcome outcome = new BatchOutcome(new ArrayList<>(), new ArrayList<>(), List.of());
        int longest = Math.max(batch.claims().size(), batch.releases().size());
        for (int from = 0; from < longest; from += InnoDbTogether.MOST) {
            BatchOutcome part = servePart(connection, part(batch.claims(), from), part(batch.releases(), from));
            outcome.claims().addAll(part.claims());
            outcome.releases().addAll(part.releases());
        }
        return batch.renewals().isEmpty()
                ? outcome
                : new BatchOutcome(outcome.claims(), outcome.releases(), full.renew(connection, batch.renewals()));
    }

    private static <T> List<T> part(List<T> wishes, int from) {
        int end = Math.min(wishes.size(), from + InnoDbTogether.MOST);
        return from < end ? wishes.subList(from, end) : List.of();
    }

    private BatchOutcome servePart(Connection connection, List<Claim> claims, List<Grant> releases)
            throws SQLException {
        Ordinary ordinary = together.ordinaryOf(claims, releases);
        Query.Numbered done = together.serve(connection, ordinary);
        boolean all = done.count() == ordinary.size();
        return new BatchOutcome(
                acquireRest(connection, claims, all ? ordinary.claims() : List.of(), done.number()),
                releaseRest(connection, releases, all ? ordinary.releases() : released(connection, ordinary, done)),
                List.of());
    }

    /** What of the releases is done, when not all of the wishes were served: whatever does not stand any more. */
    private List<Grant> released(Connection connection, Ordinary ordinary, Query.Numbered done) throws SQLException {
        if (done.count() == 0 || ordinary.releases().isEmpty()) {
            return List.of();
        }
        Set<LockKey> standing = together.standing(connection, ordinary);
        return ordinary.releases().stream()
                .filter(grant -> !standing.contains(grant.key()))
                .toList();
    }

    private List<ClaimOutcome> acquireRest(Connection connection, List<Claim> claims, List<Claim> granted, long token)
            throws SQLException {
        Map<LockKey, ClaimOutcome> told = new HashMap<>();
        granted.forEach(claim -> told.put(claim.key(), new Granted(token)));
        List<Claim> rest =
                claims.stream().filter(claim -> !told.containsKey(claim.key())).toList();
        List<ClaimOutcome> acquired = acquireInFull(connection, rest);
        for (int i = 0; i < rest.size(); i++) {
            told.put(rest.get(i).key(), acquired.get(i));
        }
        return claims.stream().map(claim -> answer(told, claim.key())).toList();
    }

    private List<GrantOutcome> releaseRest(Connection connection, List<Grant> grants, List<Grant> done)
            throws SQLException {
        Map<LockKey, GrantOutcome> told = new HashMap<>();
        done.forEach(grant -> told.put(grant.key(), GrantOutcome.DONE));
        List<Grant> rest =
                grants.stream().filter(grant -> !told.containsKey(grant.key())).toList();
        List<GrantOutcome> released = rest.isEmpty() ? List.of() : full.release(connection, rest);
        for (int i = 0; i < rest.size(); i++) {
            told.put(rest.get(i).key(), released.get(i));
        }
        return grants.stream().map(grant -> answer(told, grant.key())).toList();
    }

    private static <T> T answer(Map<LockKey, T> told, LockKey key) {
        return Objects.requireNonNull(told.get(key), "every wish was answered");
    }

    private List<ClaimOutcome> acquireInFull(Connection connection, List<Claim> claims) throws SQLException {
        List<ClaimOutcome> outcomes = claims.isEmpty() ? List.of() : full.acquire(connection, claims);
        for (int i = 0; i < claims.size(); i++) {
            together.met(claims.get(i), outcomes.get(i) instanceof Granted);
        }
        return outcomes;
    }
}
