package io.rowlock.internal.sql.innodb;

import io.rowlock.Database;
import io.rowlock.Finding;
import io.rowlock.LockKey;
import io.rowlock.Revocation;
import io.rowlock.internal.sql.Dialect;
import io.rowlock.internal.sql.NativeLocks;
import io.rowlock.internal.sql.check.TableDescription;
import io.rowlock.internal.sql.shared.CommonSql;
import io.rowlock.internal.sql.shared.CompareAndSet;
import io.rowlock.internal.sql.shared.GrantSql;
import io.rowlock.internal.sql.shared.HandOffSql;
import io.rowlock.internal.sql.shared.LockNumbers;
import io.rowlock.internal.sql.shared.SessionRows;
import io.rowlock.internal.sql.shared.SingleGrants;
import io.rowlock.internal.sql.statement.Bind;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.sql.statement.SqlStates;
import io.rowlock.internal.sql.statement.Template;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * MySQL 8.0.17 and MariaDB 10.6 and later: two names, one storage engine, InnoDB. They differ in the name of the
 * collation that compares byte for byte, and in their {@link InnoDbFastPath}.
 *
 * <p>An UPDATE joins a subquery that locks its rows FOR UPDATE SKIP LOCKED; the LIMIT in it keeps MySQL from merging it
 * away, and so from waiting. The order of the join and the index are forced: left to its statistics, the optimizer scans
 * a small table, and waits for whatever is locked in it. Assignments of a joined UPDATE have no order, so none reads a column
 * that another writes. {@code LAST_INSERT_ID(expression)} carries one number back with the update's count, in the same round
 * trip: the token of a grant, or of all grants of a statement, or the clock of a renewal. Duplicate inserts are ignored by the
 * server, not raised, so that they do not fill its log.
 */
public final class InnoDbDialect implements Dialect {
    private static final String NOW = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";

    /**
     * UTC_TIMESTAMP stands still while a statement waits for a table; SYSDATE goes on, but in the session's time zone. So the
     * difference counts. If the zone is set back for the winter meanwhile, it is negative, and no less late.
     */
    private static final String RUNNING = NOW + " + ABS(TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6)))";

    private static final String CREATE_TABLE = """
            CREATE TABLE IF NOT EXISTS {table} (
                name             VARCHAR(200) CHARACTER SET utf8mb4 COLLATE {collation} NOT NULL,
                slot             INT NOT NULL,
                kind             VARCHAR(16) CHARACTER SET utf8mb4 COLLATE {collation} NOT NULL DEFAULT 'lock',
                token            BIGINT NOT NULL DEFAULT 0,
                request_id       VARCHAR(32) CHARACTER SET utf8mb4 COLLATE {collation},
                released_request VARCHAR(32) CHARACTER SET utf8mb4 COLLATE {collation},
                session_id       VARCHAR(32) CHARACTER SET utf8mb4 COLLATE {collation},
                acquired_us      BIGINT NOT NULL DEFAULT 0,
                expires_us       BIGINT NOT NULL DEFAULT 0,
                lease_us         BIGINT NOT NULL DEFAULT 0,
                grace_us         BIGINT NOT NULL DEFAULT 0,
                keep_until_us    BIGINT NOT NULL DEFAULT 0,
                grants           BIGINT NOT NULL DEFAULT 0,
                renewals         BIGINT NOT NULL DEFAULT 0,
                guards           BIGINT NOT NULL DEFAULT 0,
                owner            VARCHAR(200) CHARACTER SET utf8mb4 COLLATE {collation} NOT NULL DEFAULT '',
                since_us         BIGINT,
                session_state    VARCHAR(8) CHARACTER SET utf8mb4 COLLATE {collation},
                process          VARCHAR(32) CHARACTER SET utf8mb4 COLLATE {collation},
                waiters          INT,
                lock_name        VARCHAR(200) CHARACTER SET utf8mb4 COLLATE {collation},
                lock_slot        INT,
                native_name      VARCHAR(200) CHARACTER SET utf8mb4 COLLATE {collation},
                connection_id    BIGINT,
                protocol_version INT,
                table_id         VARCHAR(32) CHARACTER SET utf8mb4 COLLATE {collation},
                PRIMARY KEY (name, slot),
                CHECK (slot >= 0 AND kind IN ('lock', 'permit', 'reader')
                       OR slot < 0 AND kind NOT IN ('lock', 'permit', 'reader'))
            ) ENGINE = InnoDB""";

    private static final String CREATE_PROTOCOL_ROW =
            "INSERT IGNORE INTO {table} (name, slot, kind, protocol_version) VALUES ('rowlock', -1, 'protocol', 2)";

    private static final String ONE_ROW = """
            UPDATE (
                SELECT name, slot
                FROM {table} FORCE INDEX (PRIMARY)
                WHERE name = ? AND slot = ? AND {where}
                LIMIT 1
                FOR UPDATE SKIP LOCKED
            ) mine STRAIGHT_JOIN {table} r FORCE INDEX (PRIMARY) ON r.name = mine.name AND r.slot = mine.slot
            SET {set}""";

    /** A shared lock: takers and renewals skip it, other guards of the same hold do not wait for it. */
    private static final String GUARD = """
            SELECT 1
            FROM {table}
            WHERE {mine}
            LOCK IN SHARE MODE""";

    /**
     * Where several servers certify each other's writes, a lock that is only read is seen by nobody else. And of a
     * transaction that is prepared, only the rows that it changed are sure to stay locked: MariaDB gives the other locks back
     * at XA PREPARE, MySQL forgets them in a crash.
     */
    private static final String GUARD_BY_WRITING = """
            UPDATE {table}
            SET guards = guards + 1
            WHERE {mine}""";

    private static final String REVOKE = """
            UPDATE (
                SELECT l.name, l.slot, l.request_id, l.released_request
                FROM {table} l FORCE INDEX (PRIMARY)
                WHERE l.name = ? AND l.slot = ? AND l.token = ? AND l.session_id IS NULL
                  AND (l.request_id IS NOT NULL OR l.keep_until_us > {now})
                LIMIT 1
                FOR UPDATE SKIP LOCKED
            ) theirs STRAIGHT_JOIN {table} r FORCE INDEX (PRIMARY) ON r.name = theirs.name AND r.slot = theirs.slot
            SET {revoke}
            WHERE r.name = theirs.name AND r.slot = theirs.slot""";

    private static final GrantSql REVOKED = new GrantSql("r.", "theirs.", "{now}", GrantSql.Values.BOUND);

    private static final String PURGE = """
            DELETE r FROM (
                SELECT l.name, l.slot
                FROM {table} l FORCE INDEX (PRIMARY)
                WHERE l.slot >= 0 AND l.keep_until_us <= {now} AND l.token < {now} - ? AND l.expires_us < {now} - ?
                  AND (l.request_id IS NULL OR l.expires_us + l.grace_us <= {now}) AND l.session_id IS NULL
                LIMIT ?
                FOR UPDATE SKIP LOCKED
            ) old STRAIGHT_JOIN {table} r FORCE INDEX (PRIMARY) ON r.name = old.name AND r.slot = old.slot""";

    /**
     * Deadlock, lock wait, row changed since it was read, duplicate, and 3101, a commit that a group of servers rejected: all
     * rolled back, all pass.
     */
    private static final Set<Integer> PASSING_CODES = Set.of(1213, 1205, 1020, 1062, 3101);

    /** Killed or shutting down, an error during the commit, a replication hook that failed: it may have been committed. */
    private static final Set<Integer> UNKNOWN_CODES = Set.of(1053, 1180, 1317, 1927, 1969, 2006, 2013, 3100, 3169);

    /**
     * Of the general SQLState HY000, although nothing was done: read-only, tables that are locked, full, or left out by a replication
     * plugin, broken views, unknown variables, missing or wrong values, collations, constraints, triggers, a binary log of statements, user-level locks.
     */
    private static final Set<Integer> REJECTED_CODES = Set.of(
            1036, 1099, 1100, 1114, 1193, 1223, 1267, 1270, 1271, 1290, 1356, 1364, 1366, 1422, 1442, 1449, 1665, 1785,
            1836, 3058, 3098, 3167, 3819);

    private static final Query PRIMARY_KEY = new Query("""
            SELECT LOWER(column_name) FROM information_schema.statistics
            WHERE index_name = 'PRIMARY' AND table_name = ? AND table_schema = COALESCE(?, DATABASE())""");

    private final Template template;
    private final TableDescription table;
    private final String collation;
    private final CommonSql common;
    private final SessionRows sessions;
    private final HandOffSql handOff;
    private final InnoDbGeneral general;
    private final InnoDbBatches batches;
    private final Query guard;
    private final Query guardByWriting;
    private final boolean clustered;
    private final Query revoke;
    private final Query revokeNow;
    private final Query purge;
    private final Parts parts;

    public InnoDbDialect(TableDescription table, String collation, boolean clustered) {
        this.clustered = clustered;
        this.table = table;
        this.collation = collation;
        template = new Template(table.name(), NOW, RUNNING, "");
        common = new CommonSql(template);
        InnoDbFastPath fastPath = table.database() == Database.MARIADB
                ? new MariaDbFastPath(this::query)
                : new MySqlFastPath(this::query);
        general = new InnoDbGeneral(this::query, common, fastPath);
        batches = new InnoDbBatches(fastPath.batch(), general);
        guard = query(GUARD);
        guardByWriting = query(GUARD_BY_WRITING);
        revoke = query(REVOKE.replace("{revoke}", REVOKED.revoke()));
        revokeNow = query(REVOKE.replace("{revoke}", REVOKED.revokeNow()));
        purge = query(PURGE);
        CompareAndSet oneRow = new CompareAndSet(template, ONE_ROW, "r.");
        sessions = new SessionRows(template, oneRow, common, general::move);
        handOff = table.database() == Database.MARIADB
                ? MariaDbFastPath.handOff(common, template)
                : new HandOffSql(common, oneRow, InnoDbFastPath.nextToken(GrantSql.bound()), HandOffSql::numbered);
        NativeLocks nativeLocks = new MySqlLocks(template, new LockNumbers(template, common), clustered, false);
        parts = new Parts(
                table.database(),
                batches,
                new SingleGrants(common, oneRow),
                common,
                Optional.of(sessions),
                Optional.of(nativeLocks),
                Optional.empty());
    }

    private Query query(String sql) {
        return template.query(inCollation(sql));
    }

    private String inCollation(String sql) {
        return sql.replace("{collation}", collation);
    }

    @Override
    public Parts parts() {
        return parts;
    }

    @Override
    public List<String> createStatements() {
        return List.of(template.text(inCollation(CREATE_TABLE)), template.text(inCollation(CREATE_PROTOCOL_ROW)));
    }

    @Override
    public List<String> primaryKey(Connection connection) throws SQLException {
        return PRIMARY_KEY.list(connection, table::bindName, row -> row.getString(1));
    }

    @Override
    public List<Finding> examine(Connection connection) throws SQLException {
        return new InnoDbExamination(table, template).examine(connection);
    }

    @Override
    public Optional<Mixture> mixture() {
        return Optional.of(batches);
    }

    @Override
    public AcquireResult handOff(Connection connection, Grant from, Claim to) throws SQLException {
        return handOff.execute(connection, from, to);
    }

    @Override
    public Revocation revoke(Connection connection, LockKey key, long token, boolean now) throws SQLException {
        return sessions.revoke(connection, now ? revokeNow : revoke, key, token);
    }

    @Override
    public int purge(Connection connection, Duration retention) throws SQLException {
        return sessions.purge(connection, purge, retention);
    }

    @Override
    public boolean guard(Connection connection, Grant grant) throws SQLException {
        return common.sees(connection, grant) && locks(connection, grant);
    }

    private boolean locks(Connection connection, Grant grant) throws SQLException {
        Query.Binder binder = statement -> Bind.grant(statement, grant);
        return (clustered || InnoDbServer.mayBePrepared(connection))
                ? guardByWriting.update(connection, binder) == 1
                : !guard.list(connection, binder, row -> true).isEmpty();
    }

    @Override
    public Dialect fitting(Connection connection) throws SQLException {
        return new InnoDbDialect(table, collation, InnoDbServer.isClustered(connection));
    }

    @Override
    public boolean ignoresInterrupts() {
        return true;
    }

    @Override
    public StoreException.Kind classify(SQLException failure) {
        return SqlStates.classify(failure, UNKNOWN_CODES, PASSING_CODES, REJECTED_CODES);
    }
}
