package io.rowlock.internal.dialect;

import io.rowlock.Database;
import io.rowlock.Finding;
import io.rowlock.LockKey;
import io.rowlock.Revocation;
import io.rowlock.spi.Claim;
import io.rowlock.spi.ClaimOutcome;
import io.rowlock.spi.Dialect;
import io.rowlock.spi.Grant;
import io.rowlock.spi.GrantOutcome;
import io.rowlock.spi.Micros;
import io.rowlock.spi.PlainActs;
import io.rowlock.spi.StoreException;
import io.rowlock.spi.TableName;
import io.rowlock.spi.Terms;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * H2 2.2 and later: embedded in a file, in memory, or as a server.
 *
 * <p>FINAL TABLE gives back what a change wrote, so that the common path is one statement; the first use of a name, and a
 * busy lock, take one or two more. A locked row is skipped by an EXISTS that locks it first, for a plain UPDATE or
 * MERGE would wait for it. CURRENT_TIMESTAMP is the statement's start in autocommit mode. Embedded, the database's clock is the
 * clock of the JVM that has the file open.
 */
final class H2Dialect implements Dialect {
    private static final String NOW = "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS BIGINT)";

    /** Twice 200, for H2 counts UTF-16 units where the others count code points. */
    private static final String CREATE_TABLE = """
            CREATE TABLE IF NOT EXISTS {table} (
                name             VARCHAR(400) NOT NULL,
                slot             INTEGER NOT NULL,
                token            BIGINT NOT NULL,
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
                PRIMARY KEY (name, slot)
            )""";

    private static final String CREATE_PROTOCOL_ROW = """
            INSERT INTO {table} (name, slot, token)
            SELECT 'rowlock', -1, 1
            WHERE NOT EXISTS (SELECT 1 FROM {table} WHERE name = 'rowlock' AND slot = -1)""";

    private static final String TAKE = """
            SELECT token FROM FINAL TABLE (
                UPDATE {table}
                SET token = GREATEST(token + 1, {now}), request_id = ?, session_id = NULL, acquired_us = {now},
                    expires_us = {now} + CAST(? AS BIGINT), lease_us = ?, grace_us = ?,
                    keep_until_us = {now} + CAST(? AS BIGINT), grants = grants + 1, renewals = 0, owner = ?
                WHERE name = ? AND slot = ? AND {now} <= CAST(? AS BIGINT) AND EXISTS (
                    SELECT 1 FROM {table} l
                    WHERE l.name = ? AND l.slot = ? AND l.keep_until_us <= {now}
                      AND (l.request_id IS NULL AND l.released_request IS DISTINCT FROM CAST(? AS VARCHAR)
                           OR l.request_id <> CAST(? AS VARCHAR) AND l.expires_us + l.grace_us <= {now})
                    FOR UPDATE SKIP LOCKED))""";

    private static final String CREATE = """
            SELECT token FROM FINAL TABLE (
                INSERT INTO {table} (token, acquired_us, grants, request_id, expires_us, lease_us, grace_us,
                                     keep_until_us, owner, name, slot)
                SELECT {now}, {now}, 1, CAST(? AS VARCHAR), {now} + CAST(? AS BIGINT), CAST(? AS BIGINT),
                       CAST(? AS BIGINT), {now} + CAST(? AS BIGINT), CAST(? AS VARCHAR), CAST(? AS VARCHAR),
                       CAST(? AS INTEGER)
                WHERE {now} <= CAST(? AS BIGINT))""";

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
                          AND k.request_id = g.request_id AND k.expires_us > {now}
                        FOR UPDATE SKIP LOCKED)
                ) mine ON l.name = mine.name AND l.slot = mine.slot
                WHEN MATCHED THEN UPDATE SET expires_us = {now} + l.lease_us, renewals = l.renewals + 1)""";

    private static final String EXTEND = """
            UPDATE {table} l
            SET expires_us = {now} + CAST(? AS BIGINT), lease_us = ?, grace_us = ?, renewals = renewals + 1
            WHERE name = ? AND slot = ? AND token = ? AND request_id = ? AND expires_us > {now} AND EXISTS (
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

    private static final String GUARD = """
            SELECT 1
            FROM {table}
            WHERE name = ? AND slot = ? AND token = ? AND request_id = ?
            FOR UPDATE""";

    private static final String REVOKE_WHERE = """
            WHERE name = ? AND slot = ? AND token = ? AND (request_id IS NOT NULL OR keep_until_us > {now})
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
                  AND (l.request_id IS NULL OR l.expires_us + l.grace_us <= {now})
                FETCH FIRST CAST(? AS INTEGER) ROWS ONLY
                FOR UPDATE SKIP LOCKED)""";

    private static final Set<Integer> CONNECTION_CODES = Set.of(90028, 90031, 90067, 90098, 90121);
    private static final Set<Integer> PASSING_CODES = Set.of(50200, 40001, 90131, 23505);

    private static final Query PRIMARY_KEY = new Query("""
            SELECT LOWER(k.column_name)
            FROM information_schema.table_constraints c
            JOIN information_schema.key_column_usage k
                ON k.constraint_schema = c.constraint_schema AND k.constraint_name = c.constraint_name
            WHERE c.constraint_type = 'PRIMARY KEY' AND LOWER(c.table_name) = LOWER(?)
              AND LOWER(c.table_schema) = LOWER(COALESCE(CAST(? AS VARCHAR), SCHEMA()))""");

    private final Template template;
    private final TableDescription table;
    private final Common common;
    private final TakeOrCreate acquire;
    private final Query take;
    private final Query create;
    private final Query renew;
    private final Query extend;
    private final Query release;
    private final Query guard;
    private final Query revoke;
    private final Query revokeNow;
    private final Query purge;

    H2Dialect(TableName name) {
        template = new Template(name, NOW);
        table = new TableDescription(Database.H2, name);
        common = new Common(template);
        take = template.query(TAKE);
        create = template.query(CREATE);
        acquire = new TakeOrCreate(common, this::take, this::create);
        renew = template.query(RENEW.replace("{grants}", GRANTS));
        extend = template.query(EXTEND);
        release = template.query(RELEASE.replace("{grants}", GRANTS));
        guard = template.query(GUARD);
        revoke = template.query(REVOKE);
        revokeNow = template.query(REVOKE_NOW);
        purge = template.query(PURGE);
    }

    @Override
    public PlainActs plain() {
        return common;
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
    public List<ClaimOutcome> acquire(Connection connection, List<Claim> claims) throws SQLException {
        return acquire.all(connection, claims);
    }

    private long take(Connection connection, Claim claim) throws SQLException {
        return token(take.list(
                connection,
                statement -> {
                    bindGrant(statement, claim);
                    Common.bindKeyAt(statement, 10, claim.key());
                    statement.setString(12, claim.requestId());
                    statement.setString(13, claim.requestId());
                },
                row -> row.getLong(1)));
    }

    private long create(Connection connection, Claim claim) throws SQLException {
        return token(create.list(connection, statement -> bindGrant(statement, claim), row -> row.getLong(1)));
    }

    private static void bindGrant(PreparedStatement statement, Claim claim) throws SQLException {
        statement.setString(1, claim.requestId());
        Common.bindTerms(statement, 2, claim.terms());
        statement.setLong(5, Micros.of(claim.keepFor()));
        statement.setString(6, claim.owner());
        Common.bindKeyAt(statement, 7, claim.key());
        statement.setLong(9, claim.notAfter());
    }

    private static long token(List<Long> tokens) {
        return tokens.isEmpty() ? TakeOrCreate.NONE : tokens.get(0);
    }

    @Override
    public List<GrantOutcome> renew(Connection connection, List<Grant> grants) throws SQLException {
        Set<LockKey> done = changed(connection, renew, grants);
        return common.outcomes(grants, done, grant -> common.whyNotRenewed(connection, grant));
    }

    @Override
    public GrantOutcome extend(Connection connection, Grant grant, Terms terms) throws SQLException {
        int changed = extend.update(connection, statement -> {
            Common.bindTerms(statement, 1, terms);
            Common.bindKeyAt(statement, 4, grant.key());
            statement.setLong(6, grant.token());
            statement.setString(7, grant.requestId());
        });
        return changed == 1 ? GrantOutcome.DONE : common.whyNotRenewed(connection, grant);
    }

    @Override
    public List<GrantOutcome> release(Connection connection, List<Grant> grants) throws SQLException {
        Set<LockKey> done = changed(connection, release, grants);
        return common.outcomes(grants, done, grant -> common.whyNotReleased(connection, grant));
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
        return common.revoke(connection, now ? revokeNow : revoke, key, token);
    }

    @Override
    public int purge(Connection connection, Duration retention) throws SQLException {
        return Common.purge(connection, purge, retention);
    }

    @Override
    public boolean guard(Connection connection, Grant grant) throws SQLException {
        return common.sees(connection, grant)
                && !guard.list(connection, statement -> Common.bindGrant(statement, grant), row -> true)
                        .isEmpty();
    }

    @Override
    public Optional<String> guardObstacle(int isolation) {
        return isolation > Connection.TRANSACTION_READ_COMMITTED
                ? Optional.of(
                        "H2 has a view for each table at this isolation, so it cannot be told whether what was read is"
                                + " older than the lock; use guarded(), or READ COMMITTED")
                : Optional.empty();
    }

    @Override
    public StoreException.Kind classify(SQLException failure) {
        if (CONNECTION_CODES.contains(failure.getErrorCode())) {
            return StoreException.Kind.UNKNOWN;
        }
        return PASSING_CODES.contains(failure.getErrorCode())
                ? StoreException.Kind.TRANSIENT
                : SqlStates.classify(failure);
    }
}
