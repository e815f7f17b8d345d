package io.rowlock.internal.sql.shared;

import io.rowlock.LockKey;
import io.rowlock.Revocation;
import io.rowlock.internal.sql.Dialect;
import io.rowlock.internal.sql.PlainSql;
import io.rowlock.internal.sql.statement.Bind;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.sql.statement.Template;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.LockRow;
import io.rowlock.internal.store.LockRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The statements that are the same on every database, most of which read, and conclusions from the rows. They rely on
 * READ COMMITTED and autocommit: each sees what was committed when it began.
 */
public final class CommonSql implements PlainSql {
    /** So many names fit into one statement; a few sizes, so that the caches of driver and server hold a few statements. */
    private static final List<Integer> LOOK_PORTIONS = List.of(1, 16, 256);

    private final Query now;
    private final Query look;
    private final NavigableMap<Integer, Query> lookAt = new TreeMap<>();
    private final Query list;
    private final Query grantSnapshot;
    private final Query check;
    private final Query sees;
    private final Query releaseWith;
    private final Query rename;
    private final Query confirm;
    private final Query identify;
    private final Query identity;

    public CommonSql(Template template) {
        now = template.query("SELECT {now}{dual}");
        look = template.query("""
                SELECT {columns}, t.now_us
                FROM (SELECT {now} AS now_us{dual}) t LEFT JOIN {table} l ON l.name = ? AND l.slot = ?
                {session}""");
        for (int portion : LOOK_PORTIONS) {
            lookAt.put(portion, template.query("""
                            SELECT {columns}, {now} AS now_us
                            FROM {table} l {session}
                            WHERE l.slot >= 0 AND l.name IN (?""" + ", ?".repeat(portion - 1) + ")"));
        }
        list = template.query("""
                SELECT {columns}, {now} AS now_us
                FROM {table} l {session}
                WHERE l.slot >= 0
                ORDER BY l.name, l.slot""");
        grantSnapshot = template.query("""
                SELECT token, request_id, released_request, session_id, expires_us, lease_us, {now} AS now_us
                FROM {table}
                WHERE name = ? AND slot = ?""");
        check = template.query("""
                SELECT 1
                FROM {table} l {session}
                WHERE {l.mine}
                  AND (l.expires_us > {now} OR s.expires_us > {now})""");
        sees = template.query("SELECT 1 FROM {table} WHERE {mine}");
        releaseWith = template.query("""
                UPDATE {table}
                SET {release}
                WHERE {mine}{shown}""".replace("{release}", GrantSql.bound().release("?")));
        rename = template.query("UPDATE {table} SET request_id = ? WHERE {mine}{shown}");
        confirm = template.query(
                "UPDATE {table} SET renewals = renewals + 1" + " WHERE {mine} AND expires_us > {now}{shown}");
        identify = template.query("UPDATE {table} SET table_id = ? WHERE name = ? AND slot = ? AND table_id IS NULL");
        identity = template.query("SELECT table_id FROM {table} WHERE name = ? AND slot = ?");
    }

    @Override
    public long now(Connection connection) throws SQLException {
        return now.one(connection, Query.NOTHING, row -> row.getLong(1));
    }

    @Override
    public LockRows find(Connection connection, LockKey key) throws SQLException {
        RowSnapshot found = look(connection, key);
        return new LockRows(found.rows(), found.now());
    }

    @Override
    public LockRows look(Connection connection, List<LockKey> keys) throws SQLException {
        List<String> names = keys.stream().map(LockKey::name).distinct().toList();
        int most = lookAt.lastKey();
        List<RowSnapshot> found = new ArrayList<>();
        for (int from = 0; from < names.size(); from += most) {
            found.addAll(lookAt(connection, names.subList(from, Math.min(names.size(), from + most))));
        }
        Set<LockKey> wanted = Set.copyOf(keys);
        return new LockRows(
                found.stream()
                        .flatMap(snapshot -> snapshot.rows().stream())
                        .filter(row -> wanted.contains(row.key()))
                        .toList(),
                found.isEmpty() ? now(connection) : found.get(0).now());
    }

    /** The statement may have room for more names; the last fills it up. */
    private List<RowSnapshot> lookAt(Connection connection, List<String> names) throws SQLException {
        Map.Entry<Integer, Query> statement = lookAt.ceilingEntry(names.size());
        return statement
                .getValue()
                .list(
                        connection,
                        bound -> {
                            for (int i = 0; i < statement.getKey(); i++) {
                                bound.setString(i + 1, names.get(Math.min(i, names.size() - 1)));
                            }
                        },
                        RowSnapshot::read);
    }

    @Override
    public LockRows list(Connection connection) throws SQLException {
        List<RowSnapshot> found = list.list(connection, Query.NOTHING, RowSnapshot::read);
        return new LockRows(
                found.stream().flatMap(snapshot -> snapshot.rows().stream()).toList(),
                found.isEmpty() ? 0 : found.get(0).now());
    }

    @Override
    public boolean check(Connection connection, Grant grant) throws SQLException {
        return !check.list(connection, statement -> Bind.grant(statement, grant), row -> true)
                .isEmpty();
    }

    RowSnapshot look(Connection connection, LockKey key) throws SQLException {
        return look.one(connection, statement -> Bind.key(statement, key), RowSnapshot::read);
    }

    /**
     * The result of a claim that the statement did not grant. If its row is there, an earlier request of the same claim was
     * granted, whose commit may be on this server alone. So it counts only after another commit, which has to be one that
     * writes: a commit waits for the standbys only if it has written, and takes all earlier ones along.
     */
    public AcquireResult confirmed(Connection connection, Claim claim, AcquireResult outcome) throws SQLException {
        if (!(outcome instanceof AcquireResult.Busy busy)) {
            return outcome;
        }
        LockRow row = busy.row().orElse(null);
        if (row == null
                || !claim.requestId().equals(row.requestId())
                || row.times().expires() <= busy.now()) {
            return outcome;
        }
        Grant grant = new Grant(claim.key(), row.token(), claim.requestId());
        return confirm.update(connection, statement -> Bind.grant(statement, grant)) == 1
                ? new AcquireResult.Granted(row.token())
                : outcome;
    }

    /** Why a renewal changed nothing. */
    public GrantOutcome whyNotRenewed(Connection connection, Grant grant) throws SQLException {
        return grantSnapshot(connection, grant.key())
                .filter(row -> row.isOf(grant) && row.canBeRenewed())
                .map(row -> GrantOutcome.ROW_LOCKED)
                .orElse(GrantOutcome.NOT_OWNER);
    }

    /** Why a release changed nothing. */
    public GrantOutcome whyNotReleased(Connection connection, Grant grant) throws SQLException {
        Optional<GrantSnapshot> row = grantSnapshot(connection, grant.key());
        if (row.filter(found -> found.wasReleasedBy(grant)).isPresent()) {
            return GrantOutcome.DONE;
        }
        return row.filter(found -> grant.requestId().equals(found.requestId())).isPresent()
                ? GrantOutcome.ROW_LOCKED
                : GrantOutcome.NOT_OWNER;
    }

    public Optional<GrantSnapshot> grantSnapshot(Connection connection, LockKey key) throws SQLException {
        return grantSnapshot.list(connection, statement -> Bind.key(statement, key), GrantSnapshot::read).stream()
                .findFirst();
    }

    /** An answer for each grant: done, or why not. */
    public List<GrantOutcome> outcomes(List<Grant> grants, Set<LockKey> done, Why why) throws SQLException {
        List<GrantOutcome> outcomes = new ArrayList<>(grants.size());
        for (Grant grant : grants) {
            outcomes.add(done.contains(grant.key()) ? GrantOutcome.DONE : why.not(grant));
        }
        return outcomes;
    }

    /** Runs a revoking update, and tells from the row what it came to. */
    public Revocation revoke(Connection connection, Query update, LockKey key, long token) throws SQLException {
        int changed = update.update(connection, statement -> {
            Bind.key(statement, key);
            statement.setLong(3, token);
        });
        return revocation(connection, key, token, changed > 0);
    }

    /** Tells from the row what a revoke came to. */
    public Revocation revocation(Connection connection, LockKey key, long token, boolean revoked) throws SQLException {
        return look(connection, key).revocation(token, revoked);
    }

    /**
     * Whether a transaction sees a grant, without locking anything: a locking read would lock the row of a stranger's grant
     * as well, and see a grant that is younger than what the transaction has read.
     */
    public boolean sees(Connection connection, Grant grant) throws SQLException {
        return !sees.list(connection, statement -> Bind.grant(statement, grant), row -> true)
                .isEmpty();
    }

    @Override
    public boolean releaseWith(Connection connection, Grant grant) throws SQLException {
        return releaseWith.update(connection, statement -> {
                    statement.setString(1, grant.requestId());
                    Bind.grant(statement, 2, grant);
                })
                == 1;
    }

    @Override
    public boolean rename(Connection connection, Grant grant, String requestId) throws SQLException {
        return rename.update(connection, statement -> {
                    statement.setString(1, requestId);
                    Bind.grant(statement, 2, grant);
                })
                == 1;
    }

    @Override
    public String identify(Connection connection, String ifNone) throws SQLException {
        Optional<String> given = identity(connection);
        if (given.isPresent()) {
            return given.get();
        }
        identify.update(connection, statement -> {
            statement.setString(1, ifNone);
            statement.setString(2, Dialect.PROTOCOL_NAME);
            statement.setInt(3, Dialect.PROTOCOL_SLOT);
        });
        return identity(connection).orElse(ifNone);
    }

    @Override
    public Optional<String> identity(Connection connection) throws SQLException {
        return identity
                .list(connection, CommonSql::bindProtocolRow, row -> Optional.ofNullable(row.getString(1)))
                .stream()
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static void bindProtocolRow(PreparedStatement statement) throws SQLException {
        statement.setString(1, Dialect.PROTOCOL_NAME);
        statement.setInt(2, Dialect.PROTOCOL_SLOT);
    }

    /** Asks why nothing was changed for a grant. */
    @FunctionalInterface
    public interface Why {
        GrantOutcome not(Grant grant) throws SQLException;
    }
}
