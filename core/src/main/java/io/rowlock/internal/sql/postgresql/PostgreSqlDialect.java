package io.rowlock.internal.sql.postgresql;

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
import io.rowlock.internal.sql.shared.LockNumbers;
import io.rowlock.internal.sql.shared.Purge;
import io.rowlock.internal.sql.shared.SessionRows;
import io.rowlock.internal.sql.shared.SingleGrants;
import io.rowlock.internal.sql.statement.Bind;
import io.rowlock.internal.sql.statement.PgWarnings;
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

/**
 * PostgreSQL 14 and later.
 *
 * <p>Everything is one statement. Takers lock their row FOR UPDATE SKIP LOCKED, which re-reads the latest committed version
 * and re-checks the condition on it; renewals and releases lock it FOR NO KEY UPDATE, which passes a guard's FOR KEY SHARE. The
 * clock is {@code clock_timestamp()},
 * because {@code now()} stands still in a transaction.
 */
public final class PostgreSqlDialect implements Dialect {
    /** By {@code date_part}, because {@code extract} computes in decimals, which takes five times as long, to the same result. */
    private static final String NOW = "(date_part('epoch', clock_timestamp()) * 1000000)::bigint";

    /**
     * The columns that an acquire and a release change stand together, because PostgreSQL's log leaves out what the old and the new
     * version of a row begin and end with. A statement that reads the clock for each column reads it in this order.
     */
    private static final String CREATE_TABLE = """
            CREATE TABLE IF NOT EXISTS {table} (
                name             varchar(200) COLLATE "C" NOT NULL,
                slot             integer NOT NULL,
                kind             varchar(16) NOT NULL DEFAULT 'lock',
                owner            varchar(200) NOT NULL DEFAULT '',
                lease_us         bigint NOT NULL DEFAULT 0,
                grace_us         bigint NOT NULL DEFAULT 0,
                renewals         bigint NOT NULL DEFAULT 0,
                guards           bigint NOT NULL DEFAULT 0,
                session_id       varchar(32),
                token            bigint NOT NULL DEFAULT 0,
                acquired_us      bigint NOT NULL DEFAULT 0,
                request_id       varchar(32),
                released_request varchar(32),
                expires_us       bigint NOT NULL DEFAULT 0,
                grants           bigint NOT NULL DEFAULT 0,
                keep_until_us    bigint NOT NULL DEFAULT 0,
                since_us         bigint,
                session_state    varchar(8),
                process          varchar(32),
                waiters          integer,
                lock_name        varchar(200),
                lock_slot        integer,
                native_name      varchar(200),
                connection_id    bigint,
                protocol_version integer,
                table_id         varchar(32),
                PRIMARY KEY (name, slot)
            ) WITH (fillfactor = 50)""";

    private static final String CREATE_PROTOCOL_ROW = """
            INSERT INTO {table} (name, slot, kind, protocol_version) VALUES ('rowlock', -1, 'protocol', 2)
            ON CONFLICT DO NOTHING""";

    private static final String ONE_ROW = """
            WITH mine AS (
                SELECT name, slot
                FROM {table}
                WHERE name = ? AND slot = ? AND {where}
                FOR NO KEY UPDATE SKIP LOCKED
            )
            UPDATE {table} l
            SET {set}
            FROM mine m
            WHERE l.name = m.name AND l.slot = m.slot{shown}""";

    /** The same in the mode of a taker, which a guard stops. A row that was changed meanwhile is left alone. */
    private static final String TAKE_ONE_ROW = """
            UPDATE {table}
            SET {set}
            WHERE ctid = (
                SELECT ctid
                FROM {table}
                WHERE name = ? AND slot = ? AND {where}
                FOR UPDATE SKIP LOCKED){shown}
            RETURNING token""";

    private static final String GUARD = """
            SELECT set_config('client_min_messages', 'warning', true)
            FROM {table}
            WHERE {mine}
            FOR KEY SHARE""";

    private static final String REVOKE = """
            UPDATE {table}
            SET {revoke}
            WHERE (name, slot) IN (
                SELECT l.name, l.slot
                FROM {table} l
                WHERE l.name = ? AND l.slot = ? AND l.token = ? AND l.session_id IS NULL
                  AND (l.request_id IS NOT NULL OR l.keep_until_us > {now})
                FOR UPDATE SKIP LOCKED)""";

    private static final String PURGE = """
            DELETE FROM {table}
            WHERE (name, slot) IN (
                SELECT l.name, l.slot
                FROM {table} l
                WHERE l.slot >= 0 AND l.keep_until_us <= {now} AND l.token < {now} - ? AND l.expires_us < {now} - ?
                  AND (l.request_id IS NULL OR l.expires_us + l.grace_us <= {now}) AND l.session_id IS NULL
                ORDER BY l.name, l.slot
                LIMIT ?
                FOR UPDATE SKIP LOCKED)""";

    /** Registrations are used again; what is left is of locks that nobody waits for any more. */
    private static final String PURGE_WAITERS = """
            DELETE FROM {table}
            WHERE (name, slot) IN (
                SELECT r.name, r.slot
                FROM {table} r
                WHERE r.kind = 'waiter' AND r.since_us < {now} - ? AND r.expires_us < {now} - ?
                ORDER BY r.name, r.slot
                LIMIT ?
                FOR UPDATE SKIP LOCKED)""";

    private static final Query PRIMARY_KEY = new Query("""
            SELECT a.attname
            FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
            WHERE i.indrelid = to_regclass(?) AND i.indisprimary""");

    private final Template template;
    private final TableDescription table;
    private final PostgreSqlWaiters waiters;
    private final CommonSql common;
    private final PostgreSqlGeneral general;
    private final Query guard;
    private final Query revoke;
    private final Query revokeNow;
    private final Query purge;
    private final SessionRows sessions;
    private final HandOffSql handOff;
    private final Parts parts;
    private final Query purgeWaiters;

    public PostgreSqlDialect(TableName name) {
        template = Template.postgreSql(name, NOW);
        table = new TableDescription(Database.POSTGRESQL, name);
        waiters = new PostgreSqlWaiters(template);
        common = new CommonSql(template);
        general = new PostgreSqlGeneral(template, common, waiters);
        guard = template.query(GUARD);
        revoke = template.query(REVOKE.replace("{revoke}", GrantSql.bound().revoke()));
        revokeNow = template.query(REVOKE.replace("{revoke}", GrantSql.bound().revokeNow()));
        purge = template.query(PURGE);
        purgeWaiters = template.query(PURGE_WAITERS);
        CompareAndSet oneRow = new CompareAndSet(template, ONE_ROW, "");
        sessions = new SessionRows(template, oneRow, common, general::move);
        handOff = new HandOffSql(
                common,
                new CompareAndSet(template, TAKE_ONE_ROW, ""),
                GrantSql.bound().nextToken(),
                HandOffSql::returned);
        NativeLocks nativeLocks = new PostgreSqlLocks(new LockNumbers(template, common));
        parts = new Parts(
                Database.POSTGRESQL,
                general,
                new SingleGrants(common, oneRow),
                common,
                Optional.of(sessions),
                Optional.of(nativeLocks),
                Optional.of(waiters));
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
        return PRIMARY_KEY.list(
                connection, statement -> statement.setString(1, table.name().text()), row -> row.getString(1));
    }

    @Override
    public List<Finding> examine(Connection connection) throws SQLException {
        return new PostgreSqlExamination(table, template).examine(connection);
    }

    @Override
    public Optional<Mixture> mixture() {
        return Optional.of(general::execute);
    }

    @Override
    public AcquireResult handOff(Connection connection, Grant from, Claim to) throws SQLException {
        return handOff.execute(connection, from, to);
    }

    @Override
    public Revocation revoke(Connection connection, LockKey key, long token, boolean now) throws SQLException {
        Revocation revocation = sessions.revoke(connection, now ? revokeNow : revoke, key, token);
        if (now && revocation instanceof Revocation.Revoked) {
            waiters.wake(connection, key);
        }
        return revocation;
    }

    @Override
    public int purge(Connection connection, Duration retention) throws SQLException {
        Purge.run(connection, purgeWaiters, retention);
        return sessions.purge(connection, purge, retention);
    }

    @Override
    public boolean guard(Connection connection, Grant grant) throws SQLException {
        return !guard.list(connection, statement -> Bind.grant(statement, grant), row -> true)
                .isEmpty();
    }

    @Override
    public void committed(Connection connection) throws SQLException {
        PgWarnings.check(connection.getWarnings());
    }

    @Override
    public boolean ignoresInterrupts() {
        return true;
    }

    @Override
    public StoreException.Kind classify(SQLException failure) {
        return SqlStates.classify(failure);
    }
}
