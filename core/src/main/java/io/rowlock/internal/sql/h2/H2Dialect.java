package io.rowlock.internal.sql.h2;

import io.rowlock.Database;
import io.rowlock.Finding;
import io.rowlock.LockKey;
import io.rowlock.Revocation;
import io.rowlock.TableName;
import io.rowlock.internal.sql.Dialect;
import io.rowlock.internal.sql.NativeLocks;
import io.rowlock.internal.sql.PlainSql;
import io.rowlock.internal.sql.SessionSql;
import io.rowlock.internal.sql.check.TableDescription;
import io.rowlock.internal.sql.shared.CommonSql;
import io.rowlock.internal.sql.shared.CompareAndSet;
import io.rowlock.internal.sql.shared.HandOffSql;
import io.rowlock.internal.sql.shared.RowSnapshot;
import io.rowlock.internal.sql.shared.SessionMove;
import io.rowlock.internal.sql.shared.SessionRows;
import io.rowlock.internal.sql.shared.UpdateThenInsertBatch;
import io.rowlock.internal.sql.statement.Bind;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.sql.statement.Rows;
import io.rowlock.internal.sql.statement.SqlStates;
import io.rowlock.internal.sql.statement.Template;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.time.Micros;
import io.rowlock.internal.time.Terms;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * H2 2.2 and later: embedded in a file, in memory, or as a server.
 *
 * <p>FINAL TABLE gives back what a change wrote, so that the common path of a lone claim is one statement; a busy lock and a
 * batch take one more, to look at the rows, and the first use of a name two or three. A locked row is skipped by an EXISTS that locks it first, for a plain UPDATE or
 * MERGE would wait for it. CURRENT_TIMESTAMP is the statement's start in autocommit mode;
 * the latest time of a claim is compared with a clock that goes on. Embedded, the database's clock is the
 * clock of the JVM that has the file open.
 */
public final class H2Dialect implements Dialect {
    private static final String NOW = "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS BIGINT)";

    /** The time within a UUID of version 7, for CURRENT_TIMESTAMP stands still while a statement waits for a table. */
    public static final String RUNNING =
            "CAST(X'0000' || SUBSTRING(CAST(RANDOM_UUID(7) AS BINARY(16)) FROM 1 FOR 6) AS BIGINT) * 1000";

    /** Twice 200, for H2 counts UTF-16 units where the others count code points. */
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

    private static final String CLAIMS = """
            UNNEST(CAST(? AS INTEGER ARRAY), CAST(? AS VARCHAR ARRAY), CAST(? AS INTEGER ARRAY),
                               CAST(? AS VARCHAR ARRAY), CAST(? AS BIGINT ARRAY), CAST(? AS BIGINT ARRAY),
                               CAST(? AS BIGINT ARRAY), CAST(? AS VARCHAR ARRAY), CAST(? AS BIGINT ARRAY))
                        c (ordinal, name, slot, request_id, lease_us, grace_us, keep_us, owner, not_after_us)""";

    private static final String TAKE = """
            MERGE INTO {table} l USING (
                SELECT c.name, c.slot, c.request_id, c.lease_us, c.grace_us, c.keep_us, c.owner
                FROM {claims}
                WHERE {running} <= c.not_after_us AND EXISTS (
                    SELECT 1 FROM {table} k
                    WHERE k.name = c.name AND k.slot = c.slot AND k.keep_until_us <= {now}
                      AND (k.request_id IS NULL AND k.released_request IS DISTINCT FROM c.request_id
                           OR k.request_id <> c.request_id AND k.expires_us + k.grace_us <= {now} AND k.session_id IS NULL)
                    FOR UPDATE SKIP LOCKED)
            ) free ON l.name = free.name AND l.slot = free.slot
            WHEN MATCHED THEN UPDATE SET token = GREATEST(l.token + 1, {now}), request_id = free.request_id,
                session_id = NULL, acquired_us = {now}, expires_us = {now} + free.lease_us,
                lease_us = free.lease_us, grace_us = free.grace_us, keep_until_us = COALESCE({now} + NULLIF(free.keep_us, 0), 0),
                grants = l.grants + 1, renewals = 0, owner = free.owner""";

    private static final String LOOK = """
            SELECT c.ordinal, {now} AS now_us, {columns}
            FROM {claims}
            LEFT JOIN {table} l ON l.name = c.name AND l.slot = c.slot
            {session}""";

    private static final String CREATE = """
            INSERT INTO {table} (token, acquired_us, grants, name, slot, request_id, expires_us, lease_us,
                                 grace_us, keep_until_us, owner)
            SELECT {now}, {now}, 1, c.name, c.slot, c.request_id, {now} + c.lease_us, c.lease_us, c.grace_us,
                   COALESCE({now} + NULLIF(c.keep_us, 0), 0), c.owner
            FROM {claims}
            WHERE {running} <= c.not_after_us
            ORDER BY c.name, c.slot""";

    /** Tells what a statement wrote, if that is one row: of many, H2 would keep those before one that fails. */
    private static final String TOKEN = "SELECT token FROM FINAL TABLE ({statement})";

    private static final String GRANTS = """
            UNNEST(CAST(? AS VARCHAR ARRAY), CAST(? AS INTEGER ARRAY), CAST(? AS BIGINT ARRAY), CAST(? AS VARCHAR ARRAY))
                        g (name, slot, token, request_id)""";

    private static final String RENEW = """
            SELECT name, slot FROM FINAL TABLE (
                MERGE INTO {table} l USING (
                    SELECT g.name, g.slot
                    FROM {grants}
                    WHERE EXISTS (
                        SELECT 1 FROM {table} k
                        WHERE k.name = g.name AND k.slot = g.slot AND k.token = g.token
                          AND k.request_id = g.request_id AND (k.expires_us > {now} OR k.session_id IS NOT NULL){expected}
                        FOR UPDATE SKIP LOCKED)
                ) mine ON l.name = mine.name AND l.slot = mine.slot
                WHEN MATCHED THEN UPDATE SET expires_us = GREATEST(l.expires_us, {now} + l.lease_us),
                    renewals = l.renewals + 1{next})""";

    private static final String EXTEND = """
            UPDATE {table} l
            SET expires_us = {now} + CAST(? AS BIGINT), lease_us = ?, grace_us = ?, renewals = renewals + 1,
                session_id = NULL
            WHERE name = ? AND slot = ? AND token = ? AND request_id = ?
              AND (expires_us > {now} OR session_id IS NOT NULL) AND EXISTS (
                SELECT 1 FROM {table} k WHERE k.name = l.name AND k.slot = l.slot FOR UPDATE SKIP LOCKED)""";

    private static final String RELEASE = """
            SELECT name, slot FROM FINAL TABLE (
                MERGE INTO {table} l USING (
                    SELECT g.name, g.slot, g.token
                    FROM {grants}
                    WHERE EXISTS (
                        SELECT 1 FROM {table} k
                        WHERE k.name = g.name AND k.slot = g.slot AND k.request_id = g.request_id
                        FOR UPDATE SKIP LOCKED)
                ) mine ON l.name = mine.name AND l.slot = mine.slot
                WHEN MATCHED THEN UPDATE SET released_request = l.request_id, request_id = NULL, session_id = NULL,
                    expires_us = {now}, keep_until_us = CASE WHEN mine.token = 0 THEN 0 ELSE l.keep_until_us END)""";

    private static final String ONE_ROW = """
            UPDATE {table} l
            SET {set}
            WHERE name = ? AND slot = ? AND {where} AND EXISTS (
                SELECT 1 FROM {table} k WHERE k.name = l.name AND k.slot = l.slot FOR UPDATE SKIP LOCKED)""";

    private static final String GUARD = """
            SELECT 1
            FROM {table}
            WHERE name = ? AND slot = ? AND token = ? AND request_id = ?
            FOR UPDATE""";

    private static final String REVOKE_WHERE = """
            WHERE name = ? AND slot = ? AND token = ? AND session_id IS NULL
              AND (request_id IS NOT NULL OR keep_until_us > {now})
              AND EXISTS (
                  SELECT 1 FROM {table} k WHERE k.name = l.name AND k.slot = l.slot FOR UPDATE SKIP LOCKED)""";

    private static final String REVOKE = """
            UPDATE {table} l
            SET released_request = COALESCE(NULLIF(request_id, 'revoked'), released_request), keep_until_us = 0,
                request_id = CASE WHEN request_id IS NOT NULL THEN 'revoked' END
            """ + REVOKE_WHERE;

    private static final String REVOKE_NOW = """
            UPDATE {table} l
            SET released_request = COALESCE(NULLIF(request_id, 'revoked'), released_request), keep_until_us = 0, request_id = NULL,
                session_id = NULL, expires_us = {now}
            """ + REVOKE_WHERE;

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

    private static final Set<Integer> CONNECTION_CODES = Set.of(90028, 90031, 90067, 90098, 90121);
    private static final Set<Integer> PASSING_CODES = Set.of(50200, 40001, 90131, 23505);

    /** Of the index: H2 stumbles over its own constraints while another session drops a table. */
    private static final Query PRIMARY_KEY = new Query("""
            SELECT LOWER(k.column_name)
            FROM information_schema.indexes i
            JOIN information_schema.index_columns k ON k.index_schema = i.index_schema AND k.index_name = i.index_name
            WHERE i.index_type_name = 'PRIMARY KEY' AND LOWER(i.table_name) = LOWER(?)
              AND LOWER(i.table_schema) = LOWER(COALESCE(CAST(? AS VARCHAR), SCHEMA()))""");

    private final Template template;
    private final TableDescription table;
    private final CommonSql common;
    private final SessionRows sessions;
    private final HandOffSql handOff;
    private final UpdateThenInsertBatch acquire;
    private final Query take;
    private final Query takeOne;
    private final Query look;
    private final Query create;
    private final Query createOne;
    private final Query renew;
    private final Query move;
    private final Query extend;
    private final Query release;
    private final Query guard;
    private final Query revoke;
    private final Query revokeNow;
    private final Query purge;
    private final NativeLocks sessionLocks;

    public H2Dialect(TableName name) {
        this(name, NOW);
    }

    private H2Dialect(TableName name, String running) {
        template = new Template(name, NOW, running, "");
        table = new TableDescription(Database.H2, name);
        common = new CommonSql(template);
        take = query(TAKE);
        takeOne = query(TOKEN.replace("{statement}", TAKE));
        look = query(LOOK);
        create = query(CREATE);
        createOne = query(TOKEN.replace("{statement}", CREATE));
        acquire = new UpdateThenInsertBatch(this::take, this::look, this::create);
        renew = template.query(renewal("", ""));
        move = template.query(renewal(
                " AND (k.session_id IS NULL OR k.session_id = CAST(? AS VARCHAR))",
                ", session_id = CAST(? AS VARCHAR)"));
        extend = template.query(EXTEND);
        release = template.query(RELEASE.replace("{grants}", GRANTS));
        guard = template.query(GUARD);
        revoke = template.query(REVOKE);
        revokeNow = template.query(REVOKE_NOW);
        purge = template.query(PURGE);
        sessionLocks = new H2SessionRegistry(template);
        sessions = new SessionRows(template, new CompareAndSet(template, ONE_ROW, ""), common, this::move);
        CompareAndSet passed = new CompareAndSet(template, TOKEN.replace("{statement}", ONE_ROW), "");
        handOff = new HandOffSql(common, passed, "GREATEST(token + 1, {now})", HandOffSql::returned);
    }

    /** A renewal; one that also moves grants between sessions expects one, and sets the next. */
    private static String renewal(String expected, String next) {
        return RENEW.replace("{grants}", GRANTS).replace("{expected}", expected).replace("{next}", next);
    }

    private Query query(String sql) {
        return template.query(sql.replace("{claims}", CLAIMS));
    }

    @Override
    public PlainSql plain() {
        return common;
    }

    @Override
    public Optional<SessionSql> sessions() {
        return Optional.of(sessions);
    }

    @Override
    public Optional<NativeLocks> sessionLocks() {
        return Optional.of(sessionLocks);
    }

    @Override
    public Database database() {
        return Database.H2;
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
    public List<AcquireResult> acquire(Connection connection, List<Claim> claims) throws SQLException {
        return acquire.all(connection, claims);
    }

    private long take(Connection connection, List<Claim> claims) throws SQLException {
        return claims.size() == 1 ? grantOne(connection, takeOne, claims) : grantMany(connection, take, claims);
    }

    private long create(Connection connection, List<Claim> claims) throws SQLException {
        return claims.size() == 1 ? grantOne(connection, createOne, claims) : grantMany(connection, create, claims);
    }

    private static long grantOne(Connection connection, Query query, List<Claim> claims) throws SQLException {
        return query.list(connection, statement -> bindClaims(statement, claims), row -> row.getLong(1)).stream()
                .findFirst()
                .orElse(UpdateThenInsertBatch.NONE);
    }

    private static long grantMany(Connection connection, Query query, List<Claim> claims) throws SQLException {
        query.update(connection, statement -> bindClaims(statement, claims));
        return UpdateThenInsertBatch.NONE;
    }

    private Map<LockKey, RowSnapshot> look(Connection connection, List<Claim> claims) throws SQLException {
        Map<LockKey, RowSnapshot> looked = new HashMap<>();
        look.list(
                connection,
                statement -> bindClaims(statement, claims),
                row -> looked.put(claims.get(row.getInt("ordinal") - 1).key(), RowSnapshot.read(row)));
        return looked;
    }

    private static void bindClaims(PreparedStatement statement, List<Claim> claims) throws SQLException {
        statement.setObject(1, IntStream.rangeClosed(1, claims.size()).boxed().toArray());
        statement.setObject(2, claims.stream().map(claim -> claim.key().name()).toArray());
        statement.setObject(3, claims.stream().map(claim -> claim.key().slot()).toArray());
        statement.setObject(4, claims.stream().map(Claim::requestId).toArray());
        statement.setObject(
                5, claims.stream().map(claim -> claim.terms().leaseMicros()).toArray());
        statement.setObject(
                6, claims.stream().map(claim -> claim.terms().graceMicros()).toArray());
        statement.setObject(
                7, claims.stream().map(claim -> Micros.of(claim.keepFor())).toArray());
        statement.setObject(8, claims.stream().map(Claim::owner).toArray());
        statement.setObject(9, claims.stream().map(Claim::notAfter).toArray());
    }

    @Override
    public List<GrantOutcome> renew(Connection connection, List<Grant> grants) throws SQLException {
        Set<LockKey> done = changed(connection, renew, grants);
        return common.outcomes(grants, done, grant -> common.whyNotRenewed(connection, grant));
    }

    private List<GrantOutcome> move(Connection connection, List<Grant> grants, SessionMove into) throws SQLException {
        Set<LockKey> done = new HashSet<>(move.list(
                connection,
                statement -> {
                    bind(statement, grants);
                    statement.setString(5, into.expected());
                    statement.setString(6, into.next());
                },
                Rows::key));
        return common.outcomes(grants, done, grant -> common.whyNotRenewed(connection, grant));
    }

    @Override
    public GrantOutcome extend(Connection connection, Grant grant, Terms terms) throws SQLException {
        int changed = extend.update(connection, statement -> {
            Bind.terms(statement, 1, terms);
            Bind.grant(statement, 4, grant);
        });
        return changed == 1 ? GrantOutcome.DONE : common.whyNotRenewed(connection, grant);
    }

    @Override
    public List<GrantOutcome> release(Connection connection, List<Grant> grants) throws SQLException {
        Set<LockKey> done = changed(connection, release, grants);
        return common.outcomes(grants, done, grant -> common.whyNotReleased(connection, grant));
    }

    @Override
    public AcquireResult pass(Connection connection, Grant from, Claim to) throws SQLException {
        return handOff.pass(connection, from, to);
    }

    private static Set<LockKey> changed(Connection connection, Query query, List<Grant> grants) throws SQLException {
        return new HashSet<>(query.list(connection, statement -> bind(statement, grants), Rows::key));
    }

    private static void bind(PreparedStatement statement, List<Grant> grants) throws SQLException {
        statement.setObject(1, grants.stream().map(grant -> grant.key().name()).toArray());
        statement.setObject(2, grants.stream().map(grant -> grant.key().slot()).toArray());
        statement.setObject(3, grants.stream().map(Grant::token).toArray());
        statement.setObject(4, grants.stream().map(Grant::requestId).toArray());
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
        return SqlStates.classify(failure, CONNECTION_CODES, PASSING_CODES);
    }
}
