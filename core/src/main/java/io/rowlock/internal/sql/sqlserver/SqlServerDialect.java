package io.rowlock.internal.sql.sqlserver;

import io.rowlock.Database;
import io.rowlock.Finding;
import io.rowlock.LockKey;
import io.rowlock.Revocation;
import io.rowlock.TableName;
import io.rowlock.internal.sql.Dialect;
import io.rowlock.internal.sql.LeaseSql;
import io.rowlock.internal.sql.NativeLocks;
import io.rowlock.internal.sql.check.TableDescription;
import io.rowlock.internal.sql.shared.CommonSql;
import io.rowlock.internal.sql.shared.CompareAndSet;
import io.rowlock.internal.sql.shared.GrantSql;
import io.rowlock.internal.sql.shared.LockNumbers;
import io.rowlock.internal.sql.shared.Purge;
import io.rowlock.internal.sql.shared.SingleGrants;
import io.rowlock.internal.sql.shared.UpdateThenInsert;
import io.rowlock.internal.sql.statement.Bind;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.sql.statement.SqlStates;
import io.rowlock.internal.sql.statement.Template;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.StoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * SQL Server 2017 and later. Written from its manuals, and as far as they go tried on H2's imitation of it; not run on the
 * real engine.
 *
 * <p>One statement for each act: READPAST passes over a locked row, UPDLOCK locks what is read, and READCOMMITTEDLOCK has
 * that work where the database reads by snapshot, too. OUTPUT tells the token. Page locks and escalation are off for the
 * table, because READPAST passes over rows alone. SYSUTCDATETIME() is the statement's start, in UTC. Equality ignores blanks at
 * the end whatever the collation; names have none.
 */
public final class SqlServerDialect implements Dialect, LeaseSql {
    private static final GrantSql GRANT =
            new GrantSql("", "l.", "{now}", GrantSql.Values.BOUND.withKeep("CAST(? AS BIGINT)"));

    public static final String NOW = "DATEDIFF_BIG(MICROSECOND, CAST('1970-01-01' AS DATETIME2(7)), SYSUTCDATETIME())";

    /** A column in microseconds as a timestamp, in steps that an INT can count. */
    public static final String TIME = "DATEADD(MICROSECOND, %s % 1000000, DATEADD(SECOND, %s / 1000000 % 86400,"
            + " DATEADD(DAY, %s / 86400000000, CAST('1970-01-01' AS DATETIME2(6)))))";

    /** {@code SQLServerConnection.TRANSACTION_SNAPSHOT}, which JDBC has no name for. */
    private static final int SNAPSHOT = 4096;

    /** Twice 200, because it counts UTF-16 units; with the slot 804 bytes, of the 900 that a key may have. */
    static final String CREATE_TABLE = """
            CREATE TABLE {table} (
                name             NVARCHAR(400) COLLATE Latin1_General_100_BIN2 NOT NULL,
                slot             INT NOT NULL,
                kind             NVARCHAR(16) COLLATE Latin1_General_100_BIN2 DEFAULT 'lock' NOT NULL,
                token            BIGINT DEFAULT 0 NOT NULL,
                request_id       NVARCHAR(32) COLLATE Latin1_General_100_BIN2,
                released_request NVARCHAR(32) COLLATE Latin1_General_100_BIN2,
                session_id       NVARCHAR(32) COLLATE Latin1_General_100_BIN2,
                acquired_us      BIGINT DEFAULT 0 NOT NULL,
                expires_us       BIGINT DEFAULT 0 NOT NULL,
                lease_us         BIGINT DEFAULT 0 NOT NULL,
                grace_us         BIGINT DEFAULT 0 NOT NULL,
                keep_until_us    BIGINT DEFAULT 0 NOT NULL,
                grants           BIGINT DEFAULT 0 NOT NULL,
                renewals         BIGINT DEFAULT 0 NOT NULL,
                guards           BIGINT DEFAULT 0 NOT NULL,
                owner            NVARCHAR(400) DEFAULT '' NOT NULL,
                since_us         BIGINT,
                session_state    NVARCHAR(8) COLLATE Latin1_General_100_BIN2,
                process          NVARCHAR(32) COLLATE Latin1_General_100_BIN2,
                waiters          INT,
                lock_name        NVARCHAR(400) COLLATE Latin1_General_100_BIN2,
                lock_slot        INT,
                native_name      NVARCHAR(400) COLLATE Latin1_General_100_BIN2,
                connection_id    BIGINT,
                protocol_version INT,
                table_id         NVARCHAR(32) COLLATE Latin1_General_100_BIN2,
                PRIMARY KEY (name, slot){keyOptions},
                CHECK (slot >= 0 AND kind IN ('lock', 'permit', 'reader')
                       OR slot < 0 AND kind NOT IN ('lock', 'permit', 'reader'))
            )""";

    private static final String KEY_OPTIONS = " WITH (ALLOW_PAGE_LOCKS = OFF)";

    private static final String NO_ESCALATION = "ALTER TABLE {table} SET (LOCK_ESCALATION = DISABLE)";

    static final String CREATE_PROTOCOL_ROW = """
            INSERT INTO {table} (name, slot, kind, protocol_version)
            SELECT 'rowlock', -1, 'protocol', 2
            WHERE NOT EXISTS (SELECT 1 FROM {table} WHERE name = 'rowlock' AND slot = -1)""";

    private static final String UNLOCKED = "WITH (ROWLOCK, UPDLOCK, READPAST, READCOMMITTEDLOCK)";

    private static final String TAKE =
            """
            UPDATE l
            SET {grant}
            OUTPUT inserted.token
            FROM {table} l {unlocked}
            WHERE l.name = ? AND l.slot = ? AND {now} <= ? AND l.keep_until_us <= {now}
              AND (l.request_id IS NULL AND (l.released_request IS NULL OR l.released_request <> ?)
                   OR l.request_id <> ? AND l.expires_us + l.grace_us <= {now})\
            """.replace("{grant}", GRANT.set("CASE WHEN l.token + 1 > {now} THEN l.token + 1 ELSE {now} END"));

    private static final String CREATE =
            """
            INSERT INTO {table} ({grantColumns}, name, slot)
            OUTPUT inserted.token
            SELECT {grantValues}, ?, ?
            WHERE {now} <= ?\
            """.replace("{grantColumns}", GrantSql.columns()).replace("{grantValues}", GRANT.values("{now}"));

    private static final String RENEWABLE = """
            FROM {table} l {unlocked}
            WHERE {l.mine} AND l.expires_us > {now}""";

    private static final String RENEW =
            "UPDATE l SET expires_us = CASE WHEN l.expires_us < {now} + l.lease_us THEN {now} + l.lease_us ELSE l.expires_us END,"
                    + " renewals = l.renewals + 1 " + RENEWABLE;

    private static final String ONE_ROW = """
            UPDATE l
            SET {set}
            FROM {table} l {unlocked}
            WHERE l.name = ? AND l.slot = ? AND {where}""".replace("{unlocked}", UNLOCKED);

    private static final String RELEASE = """
            UPDATE l
            SET {release}, keep_until_us = CASE WHEN ? = 0 THEN 0 ELSE l.keep_until_us END
            FROM {table} l {unlocked}
            WHERE l.name = ? AND l.slot = ? AND l.request_id = ?""".replace("{release}", GRANT.release("l.request_id"));

    /** An update lock, which takers and renewals pass over; a shared one would let them begin, and wait to end. */
    private static final String GUARD = """
            SELECT 1
            FROM {table} WITH (ROWLOCK, UPDLOCK)
            WHERE {mine}""";

    private static final String REVOKE = """
            UPDATE l
            SET {revoke}
            FROM {table} l {unlocked}
            WHERE l.name = ? AND l.slot = ? AND l.token = ? AND (l.request_id IS NOT NULL OR l.keep_until_us > {now})""";

    private static final String PURGE = """
            DELETE TOP (?) l
            FROM {table} l {unlocked}
            WHERE l.slot >= 0 AND l.keep_until_us <= {now} AND l.token < {now} - ? AND l.expires_us < {now} - ?
              AND (l.request_id IS NULL OR l.expires_us + l.grace_us <= {now})""";

    private static final Query PRIMARY_KEY = new Query("""
            SELECT LOWER(c.name)
            FROM sys.indexes i
            JOIN sys.index_columns k ON k.object_id = i.object_id AND k.index_id = i.index_id
            JOIN sys.columns c ON c.object_id = k.object_id AND c.column_id = k.column_id
            WHERE i.is_primary_key = 1 AND i.object_id = OBJECT_ID(?)""");

    private static final Set<Integer> DUPLICATE_KEY = Set.of(2627, 2601);

    /** Deadlock, lock wait, changed since the snapshot: rolled back, and it may pass. */
    private static final Set<Integer> PASSING_CODES = Set.of(1205, 1222, 2627, 2601, 3960);

    /** Killed, shutting down, the log cannot be written, the service failed: the statement may have been committed before. */
    private static final Set<Integer> UNKNOWN_CODES = Set.of(596, 6001, 6002, 6005, 9001, 40197);

    /**
     * The driver's SQLStates tell little, so plain rejections are listed: syntax, missing objects, privileges, NULL, constraints,
     * values, a read-only database, no space, and the error of a trigger.
     */
    private static final Set<Integer> REJECTED_CODES = Set.of(
            102, 105, 137, 156, 201, 207, 208, 209, 213, 229, 230, 245, 262, 297, 300, 334, 515, 547, 916, 1088, 1101,
            1105, 1934, 2628, 2714, 2812, 3609, 3906, 4104, 8114, 8115, 8134, 8144, 8145, 8152, 9002, 15151, 15247,
            50000);

    private final Template template;
    private final TableDescription table;
    private final CommonSql common;
    private final Parts parts;
    private final UpdateThenInsert acquire;
    private final Query take;
    private final Query create;
    private final Query renew;
    private final Query release;
    private final Query guard;
    private final Query revoke;
    private final Query revokeNow;
    private final Query purge;

    public SqlServerDialect(TableName name) {
        template = new Template(name, NOW, "");
        table = new TableDescription(Database.SQL_SERVER, name);
        common = new CommonSql(template);
        take = query(TAKE);
        create = query(CREATE);
        acquire = new UpdateThenInsert(common, this::take, this::create);
        renew = query(RENEW);
        release = query(RELEASE);
        guard = query(GUARD);
        revoke = query(REVOKE.replace("{revoke}", GRANT.revoke()));
        revokeNow = query(REVOKE.replace("{revoke}", GRANT.revokeNow()));
        purge = query(PURGE);
        NativeLocks nativeLocks = new SqlServerLocks(template, new LockNumbers(template, common), false);
        parts = new Parts(
                Database.SQL_SERVER,
                this,
                new SingleGrants(common, new CompareAndSet(template, ONE_ROW, "")),
                common,
                Optional.empty(),
                Optional.of(nativeLocks),
                Optional.empty());
    }

    private Query query(String sql) {
        return template.query(sql.replace("{unlocked}", UNLOCKED));
    }

    @Override
    public Parts parts() {
        return parts;
    }

    @Override
    public List<String> createStatements() {
        return List.of(
                unlessThere(table.name(), template.text(CREATE_TABLE.replace("{keyOptions}", KEY_OPTIONS))),
                template.text(NO_ESCALATION),
                template.text(CREATE_PROTOCOL_ROW));
    }

    public static String unlessThere(TableName table, String statement) {
        return "IF OBJECT_ID(N'" + table.text() + "', N'U') IS NULL\n" + statement;
    }

    @Override
    public List<String> primaryKey(Connection connection) throws SQLException {
        return PRIMARY_KEY.list(
                connection, statement -> statement.setString(1, table.name().text()), row -> row.getString(1));
    }

    @Override
    public List<Finding> examine(Connection connection) throws SQLException {
        return new SqlServerExamination(table, template).examine(connection);
    }

    @Override
    public List<AcquireResult> acquire(Connection connection, List<Claim> claims) throws SQLException {
        return acquire.acquire(connection, claims);
    }

    private long take(Connection connection, Claim claim) throws SQLException {
        return token(take.list(
                connection,
                statement -> {
                    bindGrant(statement, claim);
                    statement.setString(10, claim.requestId());
                    statement.setString(11, claim.requestId());
                },
                row -> row.getLong(1)));
    }

    private long create(Connection connection, Claim claim) throws SQLException {
        try {
            return token(create.list(connection, statement -> bindGrant(statement, claim), row -> row.getLong(1)));
        } catch (SQLException failure) {
            if (DUPLICATE_KEY.contains(failure.getErrorCode())) {
                return UpdateThenInsert.NONE;
            }
            throw failure;
        }
    }

    private static void bindGrant(PreparedStatement statement, Claim claim) throws SQLException {
        int row = GrantSql.bind(statement, 1, claim);
        Bind.key(statement, row, claim.key());
        statement.setLong(row + 2, claim.notAfter());
    }

    private static long token(List<Long> tokens) {
        return tokens.isEmpty() ? UpdateThenInsert.NONE : tokens.get(0);
    }

    @Override
    public List<GrantOutcome> renew(Connection connection, List<Grant> grants) throws SQLException {
        List<GrantOutcome> outcomes = new ArrayList<>(grants.size());
        for (Grant grant : grants) {
            int renewed = renew.update(connection, statement -> Bind.grant(statement, grant));
            outcomes.add(renewed == 1 ? GrantOutcome.DONE : common.whyNotRenewed(connection, grant));
        }
        return outcomes;
    }

    @Override
    public List<GrantOutcome> release(Connection connection, List<Grant> grants) throws SQLException {
        List<GrantOutcome> outcomes = new ArrayList<>(grants.size());
        for (Grant grant : grants) {
            int released = release.update(connection, statement -> {
                statement.setLong(1, grant.token());
                Bind.key(statement, 2, grant.key());
                statement.setString(4, grant.requestId());
            });
            outcomes.add(released == 1 ? GrantOutcome.DONE : common.whyNotReleased(connection, grant));
        }
        return outcomes;
    }

    @Override
    public Revocation revoke(Connection connection, LockKey key, long token, boolean now) throws SQLException {
        return common.revoke(connection, now ? revokeNow : revoke, key, token);
    }

    @Override
    public int purge(Connection connection, Duration retention) throws SQLException {
        return Purge.inPortions(portion -> purge.update(connection, statement -> {
            statement.setInt(1, portion);
            Purge.bindRetention(statement, 2, retention);
        }));
    }

    @Override
    public boolean guard(Connection connection, Grant grant) throws SQLException {
        return !guard.list(connection, statement -> Bind.grant(statement, grant), row -> true)
                .isEmpty();
    }

    @Override
    public Optional<String> guardObstacle(int isolation) {
        return isolation == SNAPSHOT
                ? Optional.of(
                        "SQL Server's SNAPSHOT isolation shows what was read before the lock was had; use guarded(),"
                                + " or READ COMMITTED")
                : Optional.empty();
    }

    @Override
    public StoreException.Kind classify(SQLException failure) {
        return SqlStates.classify(failure, UNKNOWN_CODES, PASSING_CODES, REJECTED_CODES);
    }
}
