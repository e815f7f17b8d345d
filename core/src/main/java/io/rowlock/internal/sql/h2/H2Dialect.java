package io.rowlock.internal.sql.h2;

import io.rowlock.Database;
import io.rowlock.Finding;
import io.rowlock.LockKey;
import io.rowlock.Revocation;
import io.rowlock.TableName;
import io.rowlock.internal.sql.Dialect;
import io.rowlock.internal.sql.NativeLocks;
import io.rowlock.internal.sql.check.TableDescription;
import io.rowlock.internal.sql.shared.CommonSql;
import io.rowlock.internal.sql.shared.CompareAndSet;
import io.rowlock.internal.sql.shared.GrantSql;
import io.rowlock.internal.sql.shared.HandOffSql;
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
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * H2 2.2 and later: embedded in a file, in memory, or as a server.
 *
 * <p>A locked row is skipped by an EXISTS that locks it first, because a plain UPDATE or MERGE would wait for it. CURRENT_TIMESTAMP is
 * the statement's start in autocommit mode; the latest time of a claim is compared with a clock that goes on. Embedded, the
 * database's clock is the clock of the JVM that has the file open.
 */
public final class H2Dialect implements Dialect {
    private static final String NOW = "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS BIGINT)";

    /** The time within a UUID of version 7, because CURRENT_TIMESTAMP stands still while a statement waits for a table. */
    public static final String RUNNING =
            "CAST(X'0000' || SUBSTRING(CAST(RANDOM_UUID(7) AS BINARY(16)) FROM 1 FOR 6) AS BIGINT) * 1000";

    /** Twice 200, because H2 counts UTF-16 units where the others count code points. */
    private static final String CREATE_TABLE = """
            CREATE TABLE IF NOT EXISTS {table} (
                name             VARCHAR(400) NOT NULL,
                slot             INTEGER NOT NULL,
                kind             VARCHAR(16) DEFAULT 'lock' NOT NULL,
                token            BIGINT DEFAULT 0 NOT NULL,
                request_id       VARCHAR(32),
                released_request VARCHAR(32),
                session_id       VARCHAR(32),
                acquired_us      BIGINT DEFAULT 0 NOT NULL,
                expires_us       BIGINT DEFAULT 0 NOT NULL,
                lease_us         BIGINT DEFAULT 0 NOT NULL,
                grace_us         BIGINT DEFAULT 0 NOT NULL,
                keep_until_us    BIGINT DEFAULT 0 NOT NULL,
                grants           BIGINT DEFAULT 0 NOT NULL,
                renewals         BIGINT DEFAULT 0 NOT NULL,
                guards           BIGINT DEFAULT 0 NOT NULL,
                owner            VARCHAR(400) DEFAULT '' NOT NULL,
                since_us         BIGINT,
                session_state    VARCHAR(8),
                process          VARCHAR(32),
                waiters          INTEGER,
                lock_name        VARCHAR(400),
                lock_slot        INTEGER,
                native_name      VARCHAR(400),
                connection_id    BIGINT,
                protocol_version INTEGER,
                table_id         VARCHAR(32),
                PRIMARY KEY (name, slot),
                CHECK (slot >= 0 AND kind IN ('lock', 'permit', 'reader')
                       OR slot < 0 AND kind NOT IN ('lock', 'permit', 'reader'))
            )""";

    private static final String CREATE_PROTOCOL_ROW = """
            INSERT INTO {table} (name, slot, kind, protocol_version)
            SELECT 'rowlock', -1, 'protocol', 2
            WHERE NOT EXISTS (SELECT 1 FROM {table} WHERE name = 'rowlock' AND slot = -1)""";

    private static final String ONE_ROW = """
            UPDATE {table} l
            SET {set}
            WHERE name = ? AND slot = ? AND {where} AND EXISTS (
                SELECT 1 FROM {table} k WHERE k.name = l.name AND k.slot = l.slot FOR UPDATE SKIP LOCKED)""";

    private static final String GUARD = """
            SELECT 1
            FROM {table}
            WHERE {mine}
            FOR UPDATE""";

    private static final String REVOKE = """
            UPDATE {table} l
            SET {revoke}
            WHERE name = ? AND slot = ? AND token = ? AND session_id IS NULL
              AND (request_id IS NOT NULL OR keep_until_us > {now})
              AND EXISTS (
                  SELECT 1 FROM {table} k WHERE k.name = l.name AND k.slot = l.slot FOR UPDATE SKIP LOCKED)""";

    private static final String PURGE = """
            DELETE FROM {table}
            WHERE (name, slot) IN (
                SELECT l.name, l.slot
                FROM {table} l
                WHERE l.slot >= 0 AND l.keep_until_us <= {now} AND l.token < {now} - CAST(? AS BIGINT)
                  AND l.expires_us < {now} - CAST(? AS BIGINT)
                  AND (l.request_id IS NULL OR l.expires_us + l.grace_us <= {now}) AND l.session_id IS NULL
                FETCH FIRST CAST(? AS INTEGER) ROWS ONLY
                FOR UPDATE SKIP LOCKED)""";

    /** The file, the connection, the memory or the database is gone, or an internal error: it may have been committed. */
    private static final Set<Integer> UNKNOWN_CODES =
            Set.of(50000, 90007, 90028, 90030, 90031, 90067, 90098, 90108, 90121);

    private static final Set<Integer> PASSING_CODES = Set.of(50200, 40001, 90131, 23505);

    /**
     * Although H2 gives them SQLStates of its own: missing objects, other kinds of statements, views, privileges, settings, a
     * read-only database, exclusive mode, triggers.
     */
    private static final Set<Integer> REJECTED_CODES = Set.of(
            50100, 90001, 90002, 90008, 90012, 90022, 90036, 90037, 90040, 90044, 90057, 90079, 90096, 90097, 90105,
            90109, 90113, 90116, 90135, 90145);

    /** Of the index: H2 fails to read its own constraints while another session drops a table. */
    private static final Query PRIMARY_KEY = new Query("""
            SELECT LOWER(k.column_name)
            FROM information_schema.indexes i
            JOIN information_schema.index_columns k ON k.index_schema = i.index_schema AND k.index_name = i.index_name
            WHERE i.index_type_name = 'PRIMARY KEY' AND LOWER(i.table_name) = LOWER(?)
              AND LOWER(i.table_schema) = LOWER(COALESCE(CAST(? AS VARCHAR), SCHEMA()))""");

    private final Template template;
    private final TableDescription table;
    private final CommonSql common;
    private final H2General general;
    private final SessionRows sessions;
    private final HandOffSql handOff;
    private final Query guard;
    private final Query revoke;
    private final Query revokeNow;
    private final Query purge;
    private final Parts parts;

    public H2Dialect(TableName name) {
        this(name, NOW);
    }

    private H2Dialect(TableName name, String running) {
        template = new Template(name, NOW, running, "");
        table = new TableDescription(Database.H2, name);
        common = new CommonSql(template);
        general = new H2General(template, common);
        guard = template.query(GUARD);
        revoke = template.query(REVOKE.replace("{revoke}", GrantSql.bound().revoke()));
        revokeNow = template.query(REVOKE.replace("{revoke}", GrantSql.bound().revokeNow()));
        purge = template.query(PURGE);
        CompareAndSet oneRow = new CompareAndSet(template, ONE_ROW, "");
        sessions = new SessionRows(template, oneRow, common, general::move);
        CompareAndSet passed = new CompareAndSet(template, H2General.TOKEN.replace("{statement}", ONE_ROW), "");
        handOff = new HandOffSql(common, passed, GrantSql.bound().nextToken(), HandOffSql::returned);
        NativeLocks nativeLocks = new H2SessionRegistry(template);
        parts = new Parts(
                Database.H2,
                general,
                new SingleGrants(common, oneRow),
                common,
                Optional.of(sessions),
                Optional.of(nativeLocks),
                Optional.empty());
    }

    @Override
    public Parts parts() {
        return parts;
    }

    @Override
    public List<String> createStatements() {
        return List.of(template.text(CREATE_TABLE), template.text(CREATE_PROTOCOL_ROW));
    }

    @Override
    public List<String> primaryKey(Connection connection) throws SQLException {
        return PRIMARY_KEY.list(connection, table::bindName, row -> row.getString(1));
    }

    @Override
    public List<Finding> examine(Connection connection) throws SQLException {
        return new H2Examination(table, template).examine(connection);
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
        return common.sees(connection, grant)
                && !guard.list(connection, statement -> Bind.grant(statement, grant), row -> true)
                        .isEmpty();
    }

    @Override
    public Optional<String> guardObstacle(int isolation) {
        return isolation == Connection.TRANSACTION_REPEATABLE_READ
                ? Optional.of(
                        "H2 has a view for each table at this isolation, so it cannot be told whether what was read is"
                                + " older than the lock; use guarded(), or READ COMMITTED")
                : Optional.empty();
    }

    @Override
    public Dialect fitting(Connection connection) throws SQLException {
        return hasRunningClock(connection) ? new H2Dialect(table.name(), RUNNING) : this;
    }

    /** Before 2.3 there is no clock that goes on while a statement waits; it waits no longer than the lock timeout. */
    public static boolean hasRunningClock(Connection connection) throws SQLException {
        DatabaseMetaData version = connection.getMetaData();
        return version.getDatabaseMajorVersion() > 2 || version.getDatabaseMinorVersion() >= 3;
    }

    @Override
    public StoreException.Kind classify(SQLException failure) {
        return SqlStates.classify(failure, UNKNOWN_CODES, PASSING_CODES, REJECTED_CODES);
    }
}
