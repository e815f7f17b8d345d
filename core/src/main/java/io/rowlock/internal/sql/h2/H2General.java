package io.rowlock.internal.sql.h2;

import io.rowlock.LockKey;
import io.rowlock.internal.sql.LeaseSql;
import io.rowlock.internal.sql.shared.CommonSql;
import io.rowlock.internal.sql.shared.GrantSql;
import io.rowlock.internal.sql.shared.RowSnapshot;
import io.rowlock.internal.sql.shared.SessionRows;
import io.rowlock.internal.sql.shared.UpdateThenInsert;
import io.rowlock.internal.sql.shared.UpdateThenInsertBatch;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.sql.statement.Rows;
import io.rowlock.internal.sql.statement.Template;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.time.Micros;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Acquires, renewals and releases on H2. FINAL TABLE gives back the rows that a change wrote, so that the common path of a lone
 * claim is one statement; a busy lock and a batch take one more, to read the rows, and the first use of a name two or three.
 */
final class H2General implements LeaseSql {
    private static final GrantSql GRANT = new GrantSql("", "l.", "{now}", GrantSql.Values.of("free"));

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
            WHEN MATCHED THEN UPDATE SET {grant}""".replace("{grant}", GRANT.set(GRANT.nextToken()));

    private static final String LOOK = """
            SELECT c.ordinal, {now} AS now_us, {columns}
            FROM {claims}
            LEFT JOIN {table} l ON l.name = c.name AND l.slot = c.slot
            {session}""";

    private static final String CREATE = """
            INSERT INTO {table} ({grantColumns}, name, slot)
            SELECT {grantValues}, c.name, c.slot
            FROM {claims}
            WHERE {running} <= c.not_after_us
            ORDER BY c.name, c.slot""".replace("{grantColumns}", GrantSql.columns())
            .replace("{grantValues}", new GrantSql("", "", "{now}", GrantSql.Values.of("c")).values("{now}"));

    /** Tells what a statement wrote, if that is one row: of many, H2 would keep those before one that fails. */
    static final String TOKEN = "SELECT token FROM FINAL TABLE ({statement})";

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
                WHEN MATCHED THEN UPDATE
                    SET {release}, keep_until_us = CASE WHEN mine.token = 0 THEN 0 ELSE l.keep_until_us END)\
            """.replace("{release}", GRANT.release("l.request_id"));

    private final CommonSql common;
    private final UpdateThenInsertBatch batch;
    private final Query take;
    private final Query takeOne;
    private final Query look;
    private final Query create;
    private final Query createOne;
    private final Query renew;
    private final Query move;
    private final Query release;

    H2General(Template template, CommonSql common) {
        this.common = common;
        take = query(template, TAKE);
        takeOne = query(template, TOKEN.replace("{statement}", TAKE));
        look = query(template, LOOK);
        create = query(template, CREATE);
        createOne = query(template, TOKEN.replace("{statement}", CREATE));
        batch = new UpdateThenInsertBatch(
                (connection, claims) -> grantMany(connection, take, claims), this::look, this::create);
        renew = template.query(renewal("", ""));
        move = template.query(renewal(
                " AND (k.session_id IS NULL OR k.session_id = CAST(? AS VARCHAR))",
                ", session_id = CAST(? AS VARCHAR)"));
        release = template.query(RELEASE.replace("{grants}", GRANTS));
    }

    private static Query query(Template template, String sql) {
        return template.query(sql.replace("{claims}", CLAIMS));
    }

    /** A renewal; one that also moves grants between sessions expects one, and sets the next. */
    private static String renewal(String expected, String next) {
        return RENEW.replace("{grants}", GRANTS).replace("{expected}", expected).replace("{next}", next);
    }

    @Override
    public List<AcquireResult> acquire(Connection connection, List<Claim> claims) throws SQLException {
        if (claims.size() > 1) {
            return batch.acquire(connection, claims);
        }
        long token = grantOne(connection, takeOne, claims);
        return token == UpdateThenInsert.NONE
                ? batch.untaken(connection, claims)
                : List.of(new AcquireResult.Granted(token));
    }

    private long create(Connection connection, List<Claim> claims) throws SQLException {
        return claims.size() == 1 ? grantOne(connection, createOne, claims) : grantMany(connection, create, claims);
    }

    private static long grantOne(Connection connection, Query query, List<Claim> claims) throws SQLException {
        return query.list(connection, statement -> bindClaims(statement, claims), row -> row.getLong(1)).stream()
                .findFirst()
                .orElse(UpdateThenInsert.NONE);
    }

    private static long grantMany(Connection connection, Query query, List<Claim> claims) throws SQLException {
        query.update(connection, statement -> bindClaims(statement, claims));
        return UpdateThenInsert.NONE;
    }

    private Map<LockKey, RowSnapshot> look(Connection connection, List<Claim> claims) throws SQLException {
        Map<LockKey, RowSnapshot> found = new HashMap<>();
        look.list(
                connection,
                statement -> bindClaims(statement, claims),
                row -> found.put(claims.get(row.getInt("ordinal") - 1).key(), RowSnapshot.read(row)));
        return found;
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

    List<GrantOutcome> move(Connection connection, List<Grant> grants, SessionRows.Move into) throws SQLException {
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
}
