package io.rowlock.internal.sql.innodb;

import io.rowlock.LockKey;
import io.rowlock.internal.sql.Dialect;
import io.rowlock.internal.sql.LeaseSql;
import io.rowlock.internal.sql.shared.UniformBatch;
import io.rowlock.internal.sql.shared.UpdateThenInsert;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.AcquireResult.Granted;
import io.rowlock.internal.store.Batch;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Serves a lone request on MySQL and MariaDB as {@link InnoDbGeneral} does, and several together: the common cases in one
 * statement, the rest on the general path. If that one statement left a request undone, it does not say which. Claims can be sent twice, so all of them then take the general path. A
 * release is done if its grant does not stand any more; whether it was lost before cannot be told then, and the hold is over anyway.
 * Claims also take the general path if their token did not come back: it finds their grants, and reads the token.
 */
final class InnoDbBatches implements LeaseSql, Dialect.Mixture {
    private final InnoDbBatchFastPath fastPath;
    private final InnoDbGeneral general;

    InnoDbBatches(InnoDbBatchFastPath fastPath, InnoDbGeneral general) {
        this.fastPath = fastPath;
        this.general = general;
    }

    @Override
    public List<AcquireResult> acquire(Connection connection, List<Claim> claims) throws SQLException {
        return claims.size() == 1
                ? general.acquire(connection, claims)
                : execute(connection, new Batch(claims, List.of(), List.of())).claims();
    }

    @Override
    public List<GrantOutcome> renew(Connection connection, List<Grant> grants) throws SQLException {
        return general.renew(connection, grants);
    }

    @Override
    public List<GrantOutcome> release(Connection connection, List<Grant> grants) throws SQLException {
        return grants.size() == 1
                ? general.release(connection, grants)
                : execute(connection, new Batch(List.of(), grants, List.of())).releases();
    }

    @Override
    public Batch.Outcome execute(Connection connection, Batch batch) throws SQLException {
        Batch.Outcome outcome = new Batch.Outcome(new ArrayList<>(), new ArrayList<>(), List.of());
        int longest = Math.max(batch.claims().size(), batch.releases().size());
        for (int from = 0; from < longest; from += InnoDbBatchFastPath.MOST) {
            Batch.Outcome part = servePart(connection, part(batch.claims(), from), part(batch.releases(), from));
            outcome.claims().addAll(part.claims());
            outcome.releases().addAll(part.releases());
        }
        return batch.renewals().isEmpty()
                ? outcome
                : new Batch.Outcome(outcome.claims(), outcome.releases(), general.renew(connection, batch.renewals()));
    }

    private static <T> List<T> part(List<T> requests, int from) {
        int end = Math.min(requests.size(), from + InnoDbBatchFastPath.MOST);
        return from < end ? requests.subList(from, end) : List.of();
    }

    private Batch.Outcome servePart(Connection connection, List<Claim> claims, List<Grant> releases)
            throws SQLException {
        UniformBatch uniform = fastPath.uniformOf(claims, releases);
        Query.Numbered done = fastPath.execute(connection, uniform);
        boolean all = done.count() == uniform.size();
        List<Claim> granted = all && done.number() != UpdateThenInsert.NONE ? uniform.claims() : List.of();
        Requests<Claim, AcquireResult> taking = new Requests<>(claims, rest -> acquireGenerally(connection, rest));
        List<AcquireResult> acquired = taking.answers(granted, new Granted(done.number()));
        List<Grant> released = all ? uniform.releases() : released(connection, uniform, done);
        Requests<Grant, GrantOutcome> freeing = new Requests<>(releases, rest -> general.release(connection, rest));
        return new Batch.Outcome(acquired, freeing.answers(released, GrantOutcome.DONE), List.of());
    }

    /** The releases that are done, when not all requests were served: those whose grants do not stand any more. */
    private List<Grant> released(Connection connection, UniformBatch uniform, Query.Numbered done) throws SQLException {
        if (done.count() == 0 || uniform.releases().isEmpty()) {
            return List.of();
        }
        Set<LockKey> standing = fastPath.standing(connection, uniform);
        return uniform.releases().stream()
                .filter(grant -> !standing.contains(grant.key()))
                .toList();
    }

    private List<AcquireResult> acquireGenerally(Connection connection, List<Claim> claims) throws SQLException {
        List<AcquireResult> outcomes = general.acquire(connection, claims);
        for (int i = 0; i < claims.size(); i++) {
            fastPath.noteResult(claims.get(i), outcomes.get(i) instanceof Granted);
        }
        return outcomes;
    }

    /** The general path for several requests. */
    @FunctionalInterface
    private interface General<R, T> {
        List<T> execute(List<R> requests) throws SQLException;
    }

    /**
     * Requests of one kind. Two of them may be about one lock: of a grant, and of a claim for it whose outcome is in doubt.
     *
     * @param all of them
     * @param general serves those that the fast path left
     * @param <R> the kind of request
     * @param <T> the kind of answer
     */
    private record Requests<R, T>(List<R> all, General<R, T> general) {

        /** The answers to all, some of which were served already, with the same answer. */
        List<T> answers(List<R> served, T answer) throws SQLException {
            Map<R, T> answered = new HashMap<>();
            served.forEach(request -> answered.put(request, answer));
            List<R> rest = all.stream()
                    .filter(request -> !answered.containsKey(request))
                    .toList();
            List<T> others = rest.isEmpty() ? List.of() : general.execute(rest);
            for (int i = 0; i < rest.size(); i++) {
                answered.put(rest.get(i), others.get(i));
            }
            return all.stream()
                    .map(request -> Objects.requireNonNull(answered.get(request), "every request was answered"))
                    .toList();
        }
    }
}
