package io.rowlock.internal.sql.innodb;

import io.rowlock.LockKey;
import io.rowlock.internal.sql.Dialect;
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
 * Serves several wishes on MySQL and MariaDB: what is as it commonly is in one statement, and the rest in full. If the one
 * statement left anything, it does not say what. Claims can be sent twice, so all of them are then served in full. Of the releases
 * those are done whose grant does not stand any more; whether it was lost before cannot be told then, and the hold is over anyway.
 * Claims are also served in full if their token did not come back: the full statements find their grants, and look it up.
 */
final class InnoDbBatches implements Dialect.Mixture {
    private final InnoDbBatchFastPath together;
    private final InnoDbGeneral full;

    InnoDbBatches(InnoDbBatchFastPath together, InnoDbGeneral full) {
        this.together = together;
        this.full = full;
    }

    @Override
    public Batch.Outcome serve(Connection connection, Batch batch) throws SQLException {
        Batch.Outcome outcome = new Batch.Outcome(new ArrayList<>(), new ArrayList<>(), List.of());
        int longest = Math.max(batch.claims().size(), batch.releases().size());
        for (int from = 0; from < longest; from += InnoDbBatchFastPath.MOST) {
            Batch.Outcome part = servePart(connection, part(batch.claims(), from), part(batch.releases(), from));
            outcome.claims().addAll(part.claims());
            outcome.releases().addAll(part.releases());
        }
        return batch.renewals().isEmpty()
                ? outcome
                : new Batch.Outcome(outcome.claims(), outcome.releases(), full.renew(connection, batch.renewals()));
    }

    private static <T> List<T> part(List<T> wishes, int from) {
        int end = Math.min(wishes.size(), from + InnoDbBatchFastPath.MOST);
        return from < end ? wishes.subList(from, end) : List.of();
    }

    private Batch.Outcome servePart(Connection connection, List<Claim> claims, List<Grant> releases)
            throws SQLException {
        UniformBatch ordinary = together.ordinaryOf(claims, releases);
        Query.Numbered done = together.serve(connection, ordinary);
        boolean all = done.count() == ordinary.size();
        List<Claim> granted = all && done.number() != UpdateThenInsert.NONE ? ordinary.claims() : List.of();
        Wishes<Claim, AcquireResult> taking = new Wishes<>(claims, rest -> acquireInFull(connection, rest));
        List<AcquireResult> acquired = taking.answers(granted, new Granted(done.number()));
        List<Grant> released = all ? ordinary.releases() : released(connection, ordinary, done);
        Wishes<Grant, GrantOutcome> freeing = new Wishes<>(releases, rest -> full.release(connection, rest));
        return new Batch.Outcome(acquired, freeing.answers(released, GrantOutcome.DONE), List.of());
    }

    /** What of the releases is done, when not all of the wishes were served: whatever does not stand any more. */
    private List<Grant> released(Connection connection, UniformBatch ordinary, Query.Numbered done)
            throws SQLException {
        if (done.count() == 0 || ordinary.releases().isEmpty()) {
            return List.of();
        }
        Set<LockKey> standing = together.standing(connection, ordinary);
        return ordinary.releases().stream()
                .filter(grant -> !standing.contains(grant.key()))
                .toList();
    }

    private List<AcquireResult> acquireInFull(Connection connection, List<Claim> claims) throws SQLException {
        List<AcquireResult> outcomes = full.acquire(connection, claims);
        for (int i = 0; i < claims.size(); i++) {
            together.met(claims.get(i), outcomes.get(i) instanceof Granted);
        }
        return outcomes;
    }

    /** A full statement for several wishes. */
    @FunctionalInterface
    private interface InFull<W, T> {
        List<T> serve(List<W> wishes) throws SQLException;
    }

    /**
     * Wishes of one kind. Two of them may be about one lock: of a grant, and of a claim for it whose outcome is feared.
     *
     * @param all of them
     * @param inFull serves those that are left
     * @param <W> what is wished
     * @param <T> what is answered
     */
    private record Wishes<W, T>(List<W> all, InFull<W, T> inFull) {

        /** The answers to all, some of which were served already, with the same answer. */
        List<T> answers(List<W> served, T answer) throws SQLException {
            Map<W, T> told = new HashMap<>();
            served.forEach(wish -> told.put(wish, answer));
            List<W> rest = all.stream().filter(wish -> !told.containsKey(wish)).toList();
            List<T> others = rest.isEmpty() ? List.of() : inFull.serve(rest);
            for (int i = 0; i < rest.size(); i++) {
                told.put(rest.get(i), others.get(i));
            }
            return all.stream()
                    .map(wish -> Objects.requireNonNull(told.get(wish), "every wish was answered"))
                    .toList();
        }
    }
}
