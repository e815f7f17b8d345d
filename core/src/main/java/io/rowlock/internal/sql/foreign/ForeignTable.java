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
import io.rowlock.internal.time.Micros;
import io.rowlock.internal.time.Terms;
import io.rowlock.table.LockTable;
import io.rowlock.table.LockTable.Release;
import io.rowlock.table.TableKey.Form;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The acts on a lock table that others have designed, given a connection in autocommit mode at READ COMMITTED. Immutable
 * and thread-safe.
 *
 * <ol>
 *   <li>Take the row if it is free, or this owner's already: one update. Where a release deletes the row, insert first.
 *   <li>If that changed nothing, look at the row. If there is none, insert it, taken; whoever loses that race is refused.
 *   <li>Renew and release compare the owner's value, which is unlike every other.
 * </ol>
 *
 * The expiry in the table is the lease and the grace from now: takers that know nothing of a grace take over at expiry
 * sharp, so it comes off what the holder believes.
 */
public final class ForeignTable {
    /** A last moment that has passed, so that nothing is granted. */
    private static final long NEVER = 0;

    private final Database database;
    private final LockTable table;
    private final TableSql sql;
    private final TableRounding rounding;
    private final OwnerValue owners;
    private final TableStatements statements;

    private ForeignTable(
            Connection connection, Database database, LockTable table, OwnerValue owners, boolean reclaiming)
            throws SQLException {
        this.database = database;
        this.table = table;
        this.owners = owners;
        sql = TableSql.of(database);
        Instant now = sql.now(connection).toInstant(ZoneOffset.UTC);
        rounding = TableRounding.of(table.time(), expiryFraction(connection));
        TableClock clock = TableClock.of(sql, table.time(), now, rounding);
        statements = new TableStatements(table, sql, clock, sql.running(connection), reclaiming);
    }

    /** What the column really keeps, whatever its description says: a rounded expiry could be over too soon. */
    private int expiryFraction(Connection connection) throws SQLException {
        String none =
                "SELECT " + table.columns().expiry() + " FROM " + table.table().text() + " WHERE 1 = 0";
        try (PreparedStatement statement = connection.prepareStatement(none);
                ResultSet rows = statement.executeQuery()) {
            return sql.fraction(rows.getMetaData(), 1);
        }
    }

    /**
     * A table.
     *
     * @param connection to ask through
     * @param database which database it leads to
     * @param table the table's description
     * @param owner what stands before the request id in the owner's column; empty if callers choose what stands there
     * @param reclaiming whether an owner that claims its lock again has it from then on, even if it ends sooner by that
     * @return its acts
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
        return micros(sql.now(connection));
    }

    /**
     * Runs what will be run later for a lock that does not exist, and too late to be granted, so that a missing column or
     * privilege shows at the start.
     *
     * @param connection to use
     * @throws SQLException what the server says
     */
    public void rehearse(Connection connection) throws SQLException {
        LockKey nobody = LockKey.of("rowlock:rehearsal");
        Grant none = new Grant(nobody, Grant.UNKNOWN_TOKEN, "0".repeat(32));
        Terms terms = new Terms(Duration.ZERO, Duration.ZERO);
        acquire(connection, new Claim(nobody, none.requestId(), terms, Duration.ZERO, "", NEVER));
        renew(connection, List.of(none), terms);
        prolong(connection, none, Duration.ZERO);
        release(connection, none);
        check(connection, none);
        findByRequest(connection, none.requestId());
    }

    /**
     * Looks for what the table's description cannot tell, and would break a promise.
     *
     * @param connection to ask through
     * @return the findings
     * @throws SQLException when the server cannot be asked
     */
    public List<Finding> examine(Connection connection) throws SQLException {
        return ForeignExamination.examine(connection, database, table);
    }

    /**
     * What is known after a failure.
     *
     * @param failure what the driver threw
     * @return the kind of failure
     */
    public StoreException.Kind classify(SQLException failure) {
        return Dialects.of(database, table.table()).classify(failure);
    }

    /**
     * Grants a claim if its lock is free, or the claimant's already.
     *
     * @param connection to use
     * @param claim what is wished
     * @return the refusal; empty when it is granted
     * @throws SQLException when it fails
     */
    public Optional<AcquireResult.Busy> acquire(Connection connection, Claim claim) throws SQLException {
        Map<String, Object> values = values(claim);
        boolean rowsAreDeleted = table.release() == Release.NO_ROW;
        if ((rowsAreDeleted && inserted(connection, values)) || statements.take.update(connection, values) == 1) {
            return Optional.empty();
        }
        Looked looked = look(connection, values);
        if (looked.row() == null && !rowsAreDeleted && inserted(connection, values)) {
            return Optional.empty();
        }
        return isRepeat(looked, claim) ? Optional.empty() : Optional.of(looked.refused());
    }

    /** A driver that counts changed rows finds none in a repeat within the same second; a claim too late changed none either. */
    private static boolean isRepeat(Looked looked, Claim claim) {
        return looked.now() <= claim.notAfter() && looked.isAliveFor(claim.requestId());
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
     * another tells which.
     *
     * @param connection to use
     * @param grants which, unlike each other
     * @param terms for how long, from now
     * @return the request ids of those that stand
     * @throws SQLException when it fails
     */
    public Set<String> renew(Connection connection, List<Grant> grants, Terms terms) throws SQLException {
        int size = Integer.highestOneBit(Math.max(1, 2 * grants.size() - 1));
        Map<String, Object> values = values(grants, size);
        values.put("lease", millis(terms));
        Set<String> standing = new HashSet<>();
        if (statements.renew(size).update(connection, values) == grants.size()) {
            grants.forEach(grant -> standing.add(grant.requestId()));
            return standing;
        }
        statements
                .standing(size)
                .list(connection, values, row -> owners.requestId(row.getString(1)))
                .forEach(standing::add);
        return standing;
    }

    /** The last grant fills the places that are left, so that few statements serve all sizes. */
    private Map<String, Object> values(List<Grant> grants, int size) {
        Map<String, Object> values = new HashMap<>();
        for (int i = 0; i < size; i++) {
            Grant grant = grants.get(Math.min(i, grants.size() - 1));
            List<String> key = table.key().values(grant.key());
            for (int column = 0; column < key.size(); column++) {
                values.put("key" + column + "0000" + i, key.get(column));
            }
            values.put("owner" + i, owners.of(grant.requestId()));
        }
        return values;
    }

    /**
     * Moves the expiry of a grant that stands and whose lease runs on from where it is.
     *
     * @param connection to use
     * @param grant which
     * @param by how far
     * @return false if it does not stand
     * @throws SQLException when it fails
     */
    public boolean prolong(Connection connection, Grant grant, Duration by) throws SQLException {
        Map<String, Object> values = values(grant);
        values.put("by", rounding.prolongedMillis(ceilingMillis(by)));
        return statements.prolong.update(connection, values) == 1;
    }

    /**
     * Releases a grant that stands.
     *
     * @param connection to use
     * @param grant which
     * @return false if it does not stand
     * @throws SQLException when it fails
     */
    public boolean release(Connection connection, Grant grant) throws SQLException {
        return statements.release.update(connection, values(grant)) == 1;
    }

    /**
     * Whether a grant stands and its lease runs.
     *
     * @param connection to use
     * @param grant which
     * @return true if so
     * @throws SQLException when it fails
     */
    public boolean check(Connection connection, Grant grant) throws SQLException {
        return !statements.check.list(connection, values(grant), row -> true).isEmpty();
    }

    /**
     * The row of a lock.
     *
     * @param connection to use
     * @param key which lock
     * @return the row, if there is one
     * @throws SQLException when it fails
     */
    public LockRows find(Connection connection, LockKey key) throws SQLException {
        Looked looked = look(connection, values(key));
        return new LockRows(looked.row() == null ? List.of() : List.of(looked.row()), looked.now());
    }

    /**
     * The row that a request holds, or held last.
     *
     * @param connection to use
     * @param requestId which request
     * @return the row, if there is one
     * @throws SQLException when it fails
     */
    public LockRows findByRequest(Connection connection, String requestId) throws SQLException {
        return rows(connection, statements.findByOwner, Map.of("owner", owners.of(requestId)));
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
        List<Looked> found = query.list(connection, values, this::read);
        List<LockRow> rows = new ArrayList<>();
        for (Looked looked : found) {
            if (looked.row() != null) {
                rows.add(looked.row());
            }
        }
        return new LockRows(
                rows, found.isEmpty() ? now(connection) : found.get(0).now());
    }

    /** What a look at a row found; a row that is not there is null. */
    private record Looked(@Nullable LockRow row, long now) {

        boolean isAliveFor(String requestId) {
            return row != null
                    && requestId.equals(row.requestId())
                    && row.times().expires() > now;
        }

        AcquireResult.Busy refused() {
            return new AcquireResult.Busy(Optional.ofNullable(row), now);
        }
    }

    private Looked look(Connection connection, Map<String, Object> values) throws SQLException {
        List<Looked> found = statements.look.list(connection, values, this::read);
        return found.isEmpty() ? new Looked(null, now(connection)) : found.get(0);
    }

    /** An expiry is told by how far it lies from the table's own time, so no zone is needed to understand it. */
    private Looked read(ResultSet row) throws SQLException {
        int keys = table.key().columns().size();
        Optional<LockKey> key = key(row);
        String owner = row.getString(keys + 1);
        LocalDateTime expiry = row.getObject(keys + 2, LocalDateTime.class);
        LocalDateTime now = row.getObject(keys + 3, LocalDateTime.class);
        long utc = micros(row.getObject(keys + 4, LocalDateTime.class));
        boolean taken =
                owner != null && expiry != null && (table.columns().status().isEmpty() || row.getInt(keys + 5) == 1);
        long expires = taken ? utc + ChronoUnit.MICROS.between(now, expiry) : 0;
        String said = owner == null ? "" : owner.strip();
        return new Looked(
                key.map(known -> new LockRow(
                                known,
                                Grant.UNKNOWN_TOKEN,
                                taken ? owners.requestId(said) : null,
                                new LockRow.Times(0, expires, taken ? rounding.delayMicros(expiry) : 0, 0),
                                new LockRow.Counts(0, 0),
                                said))
                        .orElse(null),
                utc);
    }

    private Optional<LockKey> key(ResultSet row) throws SQLException {
        String name = table.key().form() == Form.TYPE_AND_ID
                ? row.getString(1) + ':' + row.getString(2)
                : row.getString(table.key().columns().size());
        try {
            return Optional.of(LockKey.of(name));
        } catch (IllegalArgumentException notOurs) {
            return Optional.empty();
        }
    }

    private static long micros(LocalDateTime utc) {
        return ChronoUnit.MICROS.between(LocalDateTime.of(1970, 1, 1, 0, 0), utc);
    }

    private Map<String, Object> values(Claim claim) {
        Map<String, Object> values = values(claim.key());
        values.put("owner", owners.of(claim.requestId()));
        values.put("lease", millis(claim.terms()));
        values.put("late", LocalDateTime.ofInstant(Micros.toInstant(claim.notAfter()), ZoneOffset.UTC));
        return values;
    }

    private Map<String, Object> values(Grant grant) {
        Map<String, Object> values = values(grant.key());
        values.put("owner", owners.of(grant.requestId()));
        return values;
    }

    private Map<String, Object> values(LockKey key) {
        Map<String, Object> values = new HashMap<>();
        List<String> parts = table.key().values(key);
        for (int i = 0; i < parts.size(); i++) {
            values.put("key" + i, parts.get(i));
        }
        return values;
    }

    private long millis(Terms terms) {
        return ceilingMillis(terms.lease().plus(terms.grace())) + rounding.paddingMillis();
    }

    private static long ceilingMillis(Duration duration) {
        return duration.plusNanos(999_999).toMillis();
    }
}
