package io.rowlock.internal.sql.innodb;

import io.rowlock.LockKey;
import io.rowlock.internal.sql.shared.CommonSql;
import io.rowlock.internal.sql.shared.GrantSnapshot;
import io.rowlock.internal.sql.shared.GrantSql;
import io.rowlock.internal.sql.shared.RowSnapshot;
import io.rowlock.internal.sql.shared.SessionRows;
import io.rowlock.internal.sql.shared.UpdateThenInsert;
import io.rowlock.internal.sql.shared.UpdateThenInsertBatch;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Acquires, renewals and releases on MySQL and MariaDB that take every case into account.
 *
 * <p>Many travel as one JSON document, so that the statement's text never changes. It is wrapped, because MySQL does not lock
 * beside it, its names are in hexadecimal, so that no session's rules for quotes and backslashes matter, and it is converted, because a
 * session without backslash escapes sends it as binary.
 */
final class InnoDbGeneral {
    private static final GrantSql GRANT = new GrantSql("r.", "r.", "{now}", GrantSql.Values.of("free"));

    private static final String CLAIMS = """
            (SELECT j.ordinal, CONVERT(UNHEX(j.name) USING utf8mb4) COLLATE {collation} AS name, j.slot,
                            j.request_id COLLATE {collation} AS request_id, j.lease_us, j.grace_us, j.keep_us,
                            CONVERT(UNHEX(j.owner) USING utf8mb4) COLLATE {collation} AS owner, j.not_after_us
                     FROM JSON_TABLE(CONVERT(? USING utf8mb4), '$[*]' COLUMNS (
                        ordinal FOR ORDINALITY,
                        name VARCHAR(1600) CHARACTER SET utf8mb4 PATH '$.n',
                        slot INT PATH '$.s',
                        request_id VARCHAR(32) CHARACTER SET utf8mb4 PATH '$.r',
                        lease_us BIGINT PATH '$.l',
                        grace_us BIGINT PATH '$.g',
                        keep_us BIGINT PATH '$.k',
                        owner VARCHAR(1600) CHARACTER SET utf8mb4 PATH '$.o',
                        not_after_us BIGINT PATH '$.a')) j
                     ORDER BY 2, 3
                     LIMIT 1000000) c""";

    private static final String TAKE = """
            UPDATE (
                SELECT l.name, l.slot, c.request_id, c.lease_us, c.grace_us, c.keep_us, c.owner
                FROM {claims}
                STRAIGHT_JOIN {table} l FORCE INDEX (PRIMARY) ON l.name = c.name AND l.slot = c.slot
                WHERE {free}
                LIMIT 1000000
                FOR UPDATE SKIP LOCKED
            ) free STRAIGHT_JOIN {table} r FORCE INDEX (PRIMARY) ON r.name = free.name AND r.slot = free.slot
            SET {grant}\
            """.replace(
                    "{free}", InnoDbFastPath.free("l.", "c.not_after_us", "c.request_id"))
            .replace("{grant}", GRANT.set(GRANT.nextToken()));

    private static final String LOOK = """
            SELECT c.ordinal, {now} AS now_us, {columns}
            FROM {claims}
            LEFT JOIN {table} l FORCE INDEX (PRIMARY) ON l.name = c.name AND l.slot = c.slot
            {session}""";

    private static final String CREATE = """
            INSERT IGNORE INTO {table} ({grantColumns}, name, slot)
            SELECT {grantValues}, c.name, c.slot
            FROM {claims}
            WHERE {running} <= c.not_after_us""".replace("{grantColumns}", GrantSql.columns())
            .replace("{grantValues}", new GrantSql("", "", "{now}", GrantSql.Values.of("c")).values("{now}"));

    private static final String GRANTS = """
            (SELECT CONVERT(UNHEX(j.name) USING utf8mb4) COLLATE {collation} AS name, j.slot, j.token,
                            j.request_id COLLATE {collation} AS request_id
                     FROM JSON_TABLE(CONVERT(? USING utf8mb4), '$[*]' COLUMNS (
                        name VARCHAR(1600) CHARACTER SET utf8mb4 PATH '$.n',
                        slot INT PATH '$.s',
                        token BIGINT PATH '$.t',
                        request_id VARCHAR(32) CHARACTER SET utf8mb4 PATH '$.r')) j
                     ORDER BY 1, 2
                     LIMIT 1000000) g""";

    private static final String RENEW = """
            UPDATE (
                SELECT l.name, l.slot
                FROM {grants}
                STRAIGHT_JOIN {table} l FORCE INDEX (PRIMARY) ON l.name = g.name AND l.slot = g.slot
                WHERE l.token = g.token AND l.request_id = g.request_id
                  AND (l.expires_us > {now} OR l.session_id IS NOT NULL){expected}
                LIMIT 1000000
                FOR UPDATE SKIP LOCKED
            ) mine STRAIGHT_JOIN {table} r FORCE INDEX (PRIMARY) ON r.name = mine.name AND r.slot = mine.slot
            SET r.expires_us = GREATEST(r.expires_us, LAST_INSERT_ID({now}) + r.lease_us), r.renewals = r.renewals + 1{next}""";

    private static final String RELEASE = """
            UPDATE (
                SELECT l.name, l.slot, l.request_id, l.keep_until_us, g.token
                FROM {grants}
                STRAIGHT_JOIN {table} l FORCE INDEX (PRIMARY) ON l.name = g.name AND l.slot = g.slot
                WHERE l.request_id = g.request_id
                LIMIT 1000000
                FOR UPDATE SKIP LOCKED
            ) mine STRAIGHT_JOIN {table} r FORCE INDEX (PRIMARY) ON r.name = mine.name AND r.slot = mine.slot
            SET {release}, r.keep_until_us = CASE WHEN mine.token = 0 THEN 0 ELSE mine.keep_until_us END\
            """.replace("{release}", GRANT.release("mine.request_id"));

    private final CommonSql common;
    private final InnoDbFastPath fastPath;
    private final UpdateThenInsert acquireOne;
    private final UpdateThenInsertBatch acquireMany;
    private final Query create;
    private final Query look;
    private final Query renew;
    private final Query move;
    private final Query release;

    InnoDbGeneral(InnoDbFastPath.Maker maker, CommonSql common, InnoDbFastPath fastPath) {
        this.common = common;
        this.fastPath = fastPath;
        Query take = maker.query(TAKE.replace("{claims}", CLAIMS));
        create = maker.query(fastPath.atOnce() + CREATE.replace("{claims}", CLAIMS));
        look = maker.query(LOOK.replace("{claims}", CLAIMS));
        acquireOne = new UpdateThenInsert(common, fastPath::take, fastPath::create);
        acquireMany = new UpdateThenInsertBatch(
                (connection, claims) -> grant(connection, take, claims), this::look, this::create);
        String renewal = RENEW.replace("{grants}", GRANTS);
        renew = maker.query(renewal.replace("{expected}", "").replace("{next}", ""));
        move = maker.query(renewal.replace("{expected}", " AND (l.session_id IS NULL OR l.session_id = ?)")
                .replace("{next}", ", r.session_id = ?"));
        release = maker.query(RELEASE.replace("{grants}", GRANTS));
    }

    List<AcquireResult> acquire(Connection connection, List<Claim> claims) throws SQLException {
        return claims.size() == 1 ? acquireOne.acquire(connection, claims) : acquireMany.acquire(connection, claims);
    }

    /** The rows tell which of them were granted, and by which token. */
    private static long grant(Connection connection, Query query, List<Claim> claims) throws SQLException {
        query.update(connection, statement -> bind(statement, claims));
        return UpdateThenInsert.NONE;
    }

    /** Where an insert does not wait, one row that another inserts fails the statement, so each claim is then tried by itself. */
    private long create(Connection connection, List<Claim> claims) throws SQLException {
        if (fastPath.atOnce().isEmpty()) {
            return grant(connection, create, claims);
        }
        if (RowLocks.unlessLocked(-1, () -> create.update(connection, statement -> bind(statement, claims))) < 0) {
            for (Claim claim : claims) {
                fastPath.create(connection, claim);
            }
        }
        return UpdateThenInsert.NONE;
    }

    private Map<LockKey, RowSnapshot> look(Connection connection, List<Claim> claims) throws SQLException {
        Map<LockKey, RowSnapshot> found = new HashMap<>();
        look.list(
                connection,
                statement -> bind(statement, claims),
                row -> found.put(claims.get(row.getInt("ordinal") - 1).key(), RowSnapshot.read(row)));
        return found;
    }

    private static void bind(PreparedStatement statement, List<Claim> claims) throws SQLException {
        statement.setString(1, ClaimsJson.of(claims));
    }

    List<GrantOutcome> renew(Connection connection, List<Grant> grants) throws SQLException {
        return outcomes(
                connection,
                grants,
                row -> true,
                renew.numberedUpdate(connection, statement -> statement.setString(1, GrantsJson.of(grants))));
    }

    List<GrantOutcome> move(Connection connection, List<Grant> grants, SessionRows.Move into) throws SQLException {
        return outcomes(
                connection,
                grants,
                row -> Objects.equals(row.sessionId(), into.next()),
                move.numberedUpdate(connection, statement -> {
                    statement.setString(1, GrantsJson.of(grants));
                    statement.setString(2, into.expected());
                    statement.setString(3, into.next());
                }));
    }

    /**
     * All are done if the count says so. If not, those are done that last at least as long as the statement would have had
     * them last by its clock, and are as it would have left them.
     */
    private List<GrantOutcome> outcomes(
            Connection connection, List<Grant> grants, Predicate<GrantSnapshot> asLeft, Query.Numbered renewed)
            throws SQLException {
        if (renewed.count() == grants.size()) {
            return common.outcomes(grants, keys(grants), grant -> GrantOutcome.DONE);
        }
        return common.outcomes(
                grants,
                Set.of(),
                grant -> renewed.number() > 0 && wasRenewedAt(connection, grant, renewed.number(), asLeft)
                        ? GrantOutcome.DONE
                        : common.whyNotRenewed(connection, grant));
    }

    private boolean wasRenewedAt(Connection connection, Grant grant, long clock, Predicate<GrantSnapshot> asLeft)
            throws SQLException {
        return common.grantSnapshot(connection, grant.key())
                .filter(row -> row.isOf(grant) && row.expires() >= clock + row.lease() && asLeft.test(row))
                .isPresent();
    }

    List<GrantOutcome> release(Connection connection, List<Grant> grants) throws SQLException {
        int released = releaseAll(connection, grants);
        Set<LockKey> done = released == grants.size() ? keys(grants) : Set.of();
        return counted(released, common.outcomes(grants, done, grant -> common.whyNotReleased(connection, grant)));
    }

    private int releaseAll(Connection connection, List<Grant> grants) throws SQLException {
        Grant first = grants.get(0);
        int released =
                grants.size() == 1 && first.token() != Grant.UNKNOWN_TOKEN ? fastPath.release(connection, first) : 0;
        return released > 0
                ? released
                : release.update(connection, statement -> statement.setString(1, GrantsJson.of(grants)));
    }

    /**
     * A row that was released and then granted and released again has lost the trace of it, and looks as if it had never been
     * this grant's. But the count knows: if it is short of the traces found by as many as have none, those were released.
     */
    private static List<GrantOutcome> counted(int released, List<GrantOutcome> outcomes) {
        int traced = Collections.frequency(outcomes, GrantOutcome.DONE);
        int traceless = Collections.frequency(outcomes, GrantOutcome.NOT_OWNER);
        return released - traced == traceless
                ? outcomes.stream().map(GrantOutcome::resent).toList()
                : outcomes;
    }

    private static Set<LockKey> keys(List<Grant> grants) {
        Set<LockKey> keys = new HashSet<>();
        grants.forEach(grant -> keys.add(grant.key()));
        return keys;
    }
}
