package io.rowlock.internal.sql.oracle;

import io.rowlock.Database;
import io.rowlock.Finding;
import io.rowlock.LockKey;
import io.rowlock.Revocation;
import io.rowlock.TableName;
import io.rowlock.internal.sql.Dialect;
import io.rowlock.internal.sql.NativeLocks;
import io.rowlock.internal.sql.check.TableDescription;
import io.rowlock.internal.sql.shared.CommonSql;
import io.rowlock.internal.sql.shared.LockNumbers;
import io.rowlock.internal.sql.shared.Purge;
import io.rowlock.internal.sql.statement.Bind;
import io.rowlock.internal.sql.statement.LockFirst;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.sql.statement.Rows;
import io.rowlock.internal.sql.statement.SqlStates;
import io.rowlock.internal.sql.statement.Template;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Oracle Database 19 and later. Written from its manuals, and tried on H2's imitation of it; not run on the real engine.
 *
 * <p>An UPDATE waits for a locked row, and SKIP LOCKED is for a SELECT of its own. So each act locks its row first, if it
 * can and the condition holds, and then changes it in the same transaction; the change checks the condition again, because it sees
 * what was committed up to the moment of the lock. Three round trips, the commit included. The clock is SYSTIMESTAMP, one
 * value for a statement, taken to UTC before it becomes a number, so that no time zone can bend it. An empty text is NULL
 * here: no column that may be empty is declared NOT NULL.
 */
public final class OracleDialect implements Dialect {
    public static final String NOW = """
            TRUNC((EXTRACT(DAY FROM (SYS_EXTRACT_UTC(SYSTIMESTAMP) - TIMESTAMP '1970-01-01 00:00:00')) * 86400
              + EXTRACT(HOUR FROM (SYS_EXTRACT_UTC(SYSTIMESTAMP) - TIMESTAMP '1970-01-01 00:00:00')) * 3600
              + EXTRACT(MINUTE FROM (SYS_EXTRACT_UTC(SYSTIMESTAMP) - TIMESTAMP '1970-01-01 00:00:00')) * 60
              + EXTRACT(SECOND FROM (SYS_EXTRACT_UTC(SYSTIMESTAMP) - TIMESTAMP '1970-01-01 00:00:00'))) * 1000000.0)""";

    static final String CREATE_TABLE = """
            CREATE TABLE {table} (
                name             VARCHAR2(200 CHAR) NOT NULL,
                slot             NUMBER(10) NOT NULL,
                kind             VARCHAR2(16 CHAR) DEFAULT 'lock' NOT NULL,
                token            NUMBER(19) DEFAULT 0 NOT NULL,
                request_id       VARCHAR2(32 CHAR),
                released_request VARCHAR2(32 CHAR),
                session_id       VARCHAR2(32 CHAR),
                acquired_us      NUMBER(19) DEFAULT 0 NOT NULL,
                expires_us       NUMBER(19) DEFAULT 0 NOT NULL,
                lease_us         NUMBER(19) DEFAULT 0 NOT NULL,
                grace_us         NUMBER(19) DEFAULT 0 NOT NULL,
                keep_until_us    NUMBER(19) DEFAULT 0 NOT NULL,
                grants           NUMBER(19) DEFAULT 0 NOT NULL,
                renewals         NUMBER(19) DEFAULT 0 NOT NULL,
                guards           NUMBER(19) DEFAULT 0 NOT NULL,
                owner            VARCHAR2(200 CHAR),
                since_us         NUMBER(19),
                session_state    VARCHAR2(8 CHAR),
                process          VARCHAR2(32 CHAR),
                waiters          NUMBER(10),
                lock_name        VARCHAR2(200 CHAR),
                lock_slot        NUMBER(10),
                native_name      VARCHAR2(200 CHAR),
                connection_id    NUMBER(19),
                protocol_version NUMBER(10),
                table_id         VARCHAR2(32 CHAR),
                PRIMARY KEY (name, slot),
                CHECK (slot >= 0 AND kind IN ('lock', 'permit', 'reader')
                       OR slot < 0 AND kind NOT IN ('lock', 'permit', 'reader'))
            )""";

    /** Nothing before version 23 knows IF NOT EXISTS; a table that is there already is error 955. */
    private static final String UNLESS_THERE = """
            BEGIN
                EXECUTE IMMEDIATE '{statement}';
            EXCEPTION
                WHEN OTHERS THEN
                    IF SQLCODE <> -955 THEN
                        RAISE;
                    END IF;
            END;""";

    static final String CREATE_PROTOCOL_ROW = """
            INSERT INTO {table} (name, slot, kind, protocol_version)
            SELECT 'rowlock', -1, 'protocol', 2
            FROM DUAL
            WHERE NOT EXISTS (SELECT 1 FROM {table} WHERE name = 'rowlock' AND slot = -1)""";

    private static final String GUARD = """
            SELECT 1
            FROM {table}
            WHERE {mine}
            FOR UPDATE""";

    private static final String REVOCABLE = """
            l.name = ? AND l.slot = ? AND l.token = ? AND (l.request_id IS NOT NULL OR l.keep_until_us > {now})""";

    private static final String LOCK_REVOCABLE =
            "SELECT 1 FROM {table} l WHERE " + REVOCABLE + " FOR UPDATE SKIP LOCKED";

    private static final String REVOKE = """
            UPDATE {table} l
            SET {revoke}
            WHERE
            """ + REVOCABLE;

    private static final String LOCK_OLD = """
            SELECT l.name, l.slot
            FROM {table} l
            WHERE l.slot >= 0 AND l.keep_until_us <= {now} AND l.token < {now} - ? AND l.expires_us < {now} - ?
              AND (l.request_id IS NULL OR l.expires_us + l.grace_us <= {now}) AND ROWNUM <= ?
            FOR UPDATE SKIP LOCKED""";

    private static final String DELETE = "DELETE FROM {table} WHERE name = ? AND slot = ?";

    private static final Query PRIMARY_KEY = new Query("""
            SELECT LOWER(k.column_name)
            FROM all_constraints c JOIN all_cons_columns k ON k.owner = c.owner AND k.constraint_name = c.constraint_name
            WHERE c.constraint_type = 'P' AND c.table_name = UPPER(?)
              AND c.owner = COALESCE(UPPER(?), SYS_CONTEXT('USERENV', 'CURRENT_SCHEMA'))""");

    /** Duplicate key, locked row, cancelled, deadlock, changed since the snapshot: rolled back, and it may pass. */
    private static final Set<Integer> PASSING_CODES = Set.of(OracleGeneral.DUPLICATE_KEY, 54, 60, 1013, 8177, 30006);

    /**
     * Killed, shutting down, the line is broken, a call that cannot be replayed, a distributed commit in doubt: the commit may have
     * happened before.
     */
    private static final Set<Integer> UNKNOWN_CODES = Set.of(
            28, 1012, 1033, 1034, 1041, 1089, 1090, 1092, 2050, 2054, 2396, 2399, 3113, 3114, 3135, 3150, 17002, 17008,
            17410, 25405, 25408);

    /**
     * Errors of executing a statement, whose SQLState drivers give by number or not at all: no such table, privileges, NULL, values,
     * constraints, space, a read-only database, deadlines for DDL, and the error of a trigger.
     */
    private static final Set<Integer> REJECTED_CODES = Set.of(
            900, 904, 942, 1031, 1400, 1438, 1536, 1555, 1653, 1654, 1722, 2049, 2290, 2291, 4021, 4088, 4098, 6550,
            12899, 16000, 20000);

    private final Template template;
    private final TableDescription table;
    private final CommonSql common;
    private final OracleGeneral general;
    private final Parts parts;
    private final Query guard;
    private final Query lockRevocable;
    private final Query revoke;
    private final Query revokeNow;
    private final Query lockOld;
    private final Query delete;

    public OracleDialect(TableName name) {
        this(name, NOW);
    }

    /** With another clock, for tests on databases that cannot run this one. */
    OracleDialect(TableName name, String now) {
        template = new Template(name, now, Template.FROM_DUAL);
        table = new TableDescription(Database.ORACLE, name);
        common = new CommonSql(template);
        general = new OracleGeneral(template, common);
        guard = template.query(GUARD);
        lockRevocable = template.query(LOCK_REVOCABLE);
        revoke = template.query(REVOKE.replace("{revoke}", OracleGeneral.GRANT.revoke()));
        revokeNow = template.query(REVOKE.replace("{revoke}", OracleGeneral.GRANT.revokeNow()));
        lockOld = template.query(LOCK_OLD);
        delete = template.query(DELETE);
        NativeLocks nativeLocks = new OracleLocks(new LockNumbers(template, common, OracleLocks.NUMBERS));
        parts = new Parts(
                Database.ORACLE,
                general,
                general,
                common,
                Optional.empty(),
                Optional.of(nativeLocks),
                Optional.empty());
    }

    @Override
    public Parts parts() {
        return parts;
    }

    @Override
    public List<String> createStatements() {
        return List.of(unlessThere(template.text(CREATE_TABLE)), template.text(CREATE_PROTOCOL_ROW));
    }

    public static String unlessThere(String statement) {
        return UNLESS_THERE.replace("{statement}", statement.replace("'", "''"));
    }

    @Override
    public List<String> primaryKey(Connection connection) throws SQLException {
        return PRIMARY_KEY.list(connection, table::bindName, row -> row.getString(1));
    }

    @Override
    public List<Finding> examine(Connection connection) throws SQLException {
        return new OracleExamination(table, template).examine(connection);
    }

    @Override
    public Revocation revoke(Connection connection, LockKey key, long token, boolean now) throws SQLException {
        Query.Binder binder = statement -> {
            Bind.key(statement, key);
            statement.setLong(3, token);
        };
        boolean revoked = LockFirst.inOneTransaction(
                connection, locking -> OracleGeneral.changed(locking, lockRevocable, now ? revokeNow : revoke, binder));
        return common.revocation(connection, key, token, revoked);
    }

    @Override
    public int purge(Connection connection, Duration retention) throws SQLException {
        return Purge.inPortions(
                portion -> LockFirst.inOneTransaction(connection, locking -> purge(locking, retention, portion)));
    }

    private int purge(Connection connection, Duration retention, int portion) throws SQLException {
        List<LockKey> old =
                lockOld.list(connection, statement -> Purge.bind(statement, 1, retention, portion), Rows::key);
        for (LockKey key : old) {
            delete.update(connection, statement -> Bind.key(statement, key));
        }
        return old.size();
    }

    /** At SERIALIZABLE a row that was changed since the transaction began is an error, so what was read is never older. */
    @Override
    public boolean guard(Connection connection, Grant grant) throws SQLException {
        return OracleGeneral.isLocked(connection, guard, statement -> Bind.grant(statement, grant));
    }

    @Override
    public StoreException.Kind classify(SQLException failure) {
        return SqlStates.classify(failure, UNKNOWN_CODES, PASSING_CODES, REJECTED_CODES);
    }
}
