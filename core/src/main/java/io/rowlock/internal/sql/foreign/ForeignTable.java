package io.rowlock.internal.sql.foreign;

import io.rowlock.Database;
import io.rowlock.Finding;
import io.rowlock.LockKey;
import io.rowlock.internal.database.Dialects;
import io.rowlock.internal.sql.statement.NamedQuery;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.LockRow;
import io.rowlock.internal.store.LockRows;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.time.Terms;
import io.rowlock.table.LockTable;
import io.rowlock.table.LockTable.Release;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The operations on a lock table that others have designed, given a connection in autocommit mode at READ COMMITTED. Immutable
 * and thread-safe.
 *
 * <ol>
 *   <li>Take the row if it is free, or this owner's already: one update. Where a release deletes the row, insert first.
 *   <li>If that changed nothing, read the row. If there is none, insert it, taken; to the loser of that race the lock is busy.
 *   <li>Renew and release compare the owner's value, which is unlike every other.
 * </ol>
 *
 * The expiry in the table is the lease and the grace from now: takers that know nothing of a grace take over at expiry
 * sharp, so it comes off what the holder believes.
 */
public final class ForeignTable {
    /** A latest time that has passed, so that nothing is granted. */
    private static final long NEVER = 0;

    private final Database database;
    private final LockTable table;
    private final TableSql sql;
    private final OwnerValue owners;
    private final ForeignValues parameters;
    private final ForeignRow.Reader reader;
    private final TableStatements statements;
    private final SnapshotReleaseSql snapshotRelease;

    private ForeignTable(
            Connection connection, Database database, LockTable table, OwnerValue owners, boolean reclaiming)
            throws SQLException {
        this.database = database;
        this.table = table;
        this.owners = owners;
        sql = TableSql.of(database);
        Instant now = sql.now(connection).toInstant(ZoneOffset.UTC);
        TableRounding rounding = TableRounding.of(table.time(), sql.fraction(connection, table));
        parameters = new ForeignValues(table, owners, rounding);
        reader = new ForeignRow.Reader(table, owners, rounding);
        TableClock clock = TableClock.of(sql, table.time(), now, rounding);
        statements = new TableStatements(table, sql, clock, sql.running(connection), reclaiming);
        snapshotRelease = new SnapshotReleaseSql(statements, parameters);
    }

    /**
     * A table.
     *
     * @param connection to ask through
     * @param database the database that it leads to
     * @param table the table's description
     * @param owner the text before the request id in the owner's column; empty if callers choose the whole value
     * @param reclaiming whether an owner that claims its lock again has it from then on, even if it ends sooner by that
     * @return its operations
     * @throws SQLException when the database cannot be asked
     */
    public static ForeignTable open(
            Connection connection, Database database, LockTable table, Optional<String> owner, boolean reclaiming)
            throws SQLException {
        OwnerValue owners = owner.map(
                        text -> OwnerValue.after(text, table.columns().ownerWidth()))
                .orElse(OwnerValue.AS_IT_IS);
        return new ForeignTable(connection, database, table, owners, reclaiming);
    }

    /**
     * The database's time.
     *
     * @param connection to ask through
     * @return microseconds since 1970 in UTC
     * @throws SQLException when the server cannot be asked
     */
    public long now(Connection connection) throws SQLException {
        return ForeignRow.micros(sql.now(connection));
    }

    /**
     * Runs each statement for a lock that does not exist, and too late to be granted, so that a missing column or privilege shows
     * at startup.
     *
     * @param connection to use
     * @throws SQLException if a statement fails
     */
    public void dryRun(Connection connection) throws SQLException {
        LockKey nobody = LockKey.of("rowlock:dry-run");
        Grant none = new Grant(nobody, Grant.UNKNOWN_TOKEN, "0".repeat(32));
        Terms terms = new Terms(Duration.ZERO, Duration.ZERO);
        acquire(connection, new Claim(nobody, none.requestId(), terms, Duration.ZERO, "", NEVER));
        renew(connection, List.of(none), terms);
        prolong(connection, none, Duration.ZERO);
        release(connection, none);
        snapshotRelease.dryRun(connection, none);
        check(connection, none);
        findByRequest(connection, none.requestId());
    }

    /**
     * Looks for properties that the table's description does not show, and that would break a promise.
     *
     * @param connection to ask through
     * @return the findings
     * @throws SQLException when the server cannot be asked
     */
    public List<Finding> examine(Connection connection) throws SQLException {
        return ForeignExamination.examine(connection, database, table);
    }

    /**
     * Classifies a failure by what is known after it.
     *
     * @param failure the driver's exception
     * @return the kind of failure
     */
    public StoreException.Kind classify(SQLException failure) {
        return Dialects.of(database, table.table()).classify(failure);
    }

    /**
     * Grants a claim if its lock is free, or the claimant's already.
     *
     * @param connection to use
     * @param claim the claim
     * @return why the lock is busy; empty when it is granted
     * @throws SQLException when it fails
     */
    public Optional<AcquireResult.Busy> acquire(Connection connection, Claim claim) throws SQLException {
        Map<String, Object> values = parameters.of(claim);
        boolean rowsAreDeleted = table.release() == Release.NO_ROW;
        if ((rowsAreDeleted && inserted(connection, values)) || statements.take.update(connection, values) == 1) {
            return Optional.empty();
        }
        ForeignRow found = read(connection, values);
        if (found.row() == null && !rowsAreDeleted && inserted(connection, values)) {
            return Optional.empty();
        }
        return found.isRepeat(claim) ? Optional.empty() : Optional.of(found.busy());
    }

    private boolean inserted(Connection connection, Map<String, Object> values) throws SQLException {
        try {
            return statements.insert.update(connection, values) == 1;
        } catch (SQLException failure) {
            if (sql.isDuplicateKey(failure)) {
                return false;
            }
            throw failure;
        }
    }

    /**
     * Renews grants that stand and whose lease runs, all on the same terms, in one statement. Only if some do not stand,
     * another statement finds out which.
     *
     * @param connection to use
     * @param grants the grants, unlike each other
     * @param terms for how long, from now
     * @return the request ids of those that stand
     * @throws SQLException when it fails
     */
    public Set<String> renew(Connection connection, List<Grant> grants, Terms terms) throws SQLException {
        int size = Integer.highestOneBit(Math.max(1, 2 * grants.size() - 1));
        Map<String, Object> values = parameters.of(grants, size, terms);
        if (statements.renew(size).update(connection, values) == grants.size()) {
            return grants.stream().map(Grant::requestId).collect(Collectors.toSet());
        }
        return new HashSet<>(
                statements.liveOwners(size).list(connection, values, row -> owners.requestId(row.getString(1))));
    }

    /**
     * Moves the expiry of a grant that stands, and whose lease runs, further ahead.
     *
     * @param connection to use
     * @param grant the grant
     * @param by how far
     * @return false if it does not stand
     * @throws SQLException when it fails
     */
    public boolean prolong(Connection connection, Grant grant, Duration by) throws SQLException {
        return statements.prolong.update(connection, parameters.prolonging(grant, by)) == 1;
    }

    /**
     * Releases a grant that stands.
     *
     * @param connection to use
     * @param grant the grant
     * @return false if it does not stand
     * @throws SQLException when it fails
     */
    public boolean release(Connection connection, Grant grant) throws SQLException {
        return statements.release.update(connection, parameters.of(grant)) == 1;
    }

    /**
     * The operations on grants whose owners chose their names.
     *
     * @return these operations
     */
    public SnapshotReleaseSql snapshotRelease() {
        return snapshotRelease;
    }

    /**
     * Whether a grant stands and its lease runs.
     *
     * @param connection to use
     * @param grant the grant
     * @return true if so
     * @throws SQLException when it fails
     */
    public boolean check(Connection connection, Grant grant) throws SQLException {
        return !statements
                .check
                .list(connection, parameters.of(grant), row -> true)
                .isEmpty();
    }

    /**
     * The row of a lock.
     *
     * @param connection to use
     * @param key the lock
     * @return the row, if there is one
     * @throws SQLException when it fails
     */
    public LockRows find(Connection connection, LockKey key) throws SQLException {
        ForeignRow found = read(connection, parameters.of(key));
        return new LockRows(found.row() == null ? List.of() : List.of(found.row()), found.now());
    }

    /**
     * The row that a request holds, or held last.
     *
     * @param connection to use
     * @param requestId the request
     * @return the row, if there is one
     * @throws SQLException when it fails
     */
    public LockRows findByRequest(Connection connection, String requestId) throws SQLException {
        return rows(connection, statements.findByOwner, parameters.ofOwner(requestId));
    }

    /**
     * All rows whose names Rowlock could lock.
     *
     * @param connection to use
     * @return the rows, in the order of their keys
     * @throws SQLException when it fails
     */
    public LockRows list(Connection connection) throws SQLException {
        return rows(connection, statements.list, Map.of());
    }

    private LockRows rows(Connection connection, NamedQuery query, Map<String, Object> values) throws SQLException {
        List<ForeignRow> found = query.list(connection, values, reader::read);
        List<LockRow> rows = new ArrayList<>();
        for (ForeignRow one : found) {
            if (one.row() != null) {
                rows.add(one.row());
            }
        }
        return new LockRows(
                rows, found.isEmpty() ? now(connection) : found.get(0).now());
    }

    private ForeignRow read(Connection connection, Map<String, Object> values) throws SQLException {
        List<ForeignRow> found = statements.look.list(connection, values, reader::read);
        return found.isEmpty() ? new ForeignRow(null, now(connection)) : found.get(0);
    }
}
