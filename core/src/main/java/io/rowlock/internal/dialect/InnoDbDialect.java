package io.rowlock.internal.dialect;

import io.rowlock.Database;
import io.rowlock.Finding;
import io.rowlock.LockKey;
import io.rowlock.Revocation;
import io.rowlock.spi.Batch;
import io.rowlock.spi.Claim;
import io.rowlock.spi.ClaimOutcome;
import io.rowlock.spi.Dialect;
import io.rowlock.spi.Grant;
import io.rowlock.spi.GrantOutcome;
import io.rowlock.spi.PlainActs;
import io.rowlock.spi.SessionActs;
import io.rowlock.spi.SessionLocks;
import io.rowlock.spi.StoreException;
import io.rowlock.spi.Terms;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * MySQL 8.0.17 and MariaDB 10.6 and later: two names, one storage engine, InnoDB. They differ in the name of the
 * collation that compares byte for byte, and in their {@link InnoDbShortcuts}.
 *
 * <p>An UPDATE joins a subquery that locks its rows FOR UPDATE SKIP LOCKED; the LIMIT in it keeps MySQL from merging it
 * away, and so from waiting. The order of the join and the index are forced: left to its statistics, the optimizer scans
 * a small table, and waits for whatever is locked in it. The JSON document is wrapped, for MySQL refuses to lock beside
 * it, its names are in hexadecimal, so that no session's rules for quotes and backslashes matter, and it is converted, for
 * a session without backslash escapes sends it as binary. Assignments of a joined UPDATE have no order, so none reads a column that another writes.
 * {@code LAST_INSERT_ID(expression)} carries one number back with the update's count, in the same round trip: the token
 * of a grant, or of all grants of a statement, or the clock of a renewal. A batch travels as one JSON document, so that the statement's text never
 * changes. Duplicate inserts are ignored by the server, not raised, so that they do not fill its log.
 */
final class InnoDbDialect implements Dialect {
    private static final String NOW = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";

    private static final String CREATE_TABLE = """
            CREATE TABLE IF NOT EXISTS {table} (
                name             VARCHAR(200) CHARACTER SET utf8mb4 COLLATE {collation} NOT NULL,
                slot             INT NOT NULL,
                token            BIGINT NOT NULL,
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
                PRIMARY KEY (name, slot)
            ) ENGINE = InnoDB""";

    private static final String CREATE_PROTOCOL_ROW =
            "INSERT IGNORE INTO {table} (name, slot, token) VALUES ('rowlock', -1, 1)";

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
                WHERE {now} <= c.not_after_us AND l.keep_until_us <= {now}
                  AND (l.request_id IS NULL AND NOT (l.released_request <=> c.request_id)
                       OR l.request_id <> c.request_id AND l.expires_us + l.grace_us <= {now} AND l.session_id IS NULL)
                LIMIT 1000000
                FOR UPDATE SKIP LOCKED
            ) free STRAIGHT_JOIN {table} r FORCE INDEX (PRIMARY) ON r.name = free.name AND r.slot = free.slot
            SET r.token = GREATEST(r.token + 1, {now}), r.request_id = free.request_id,
                r.session_id = NULL, r.acquired_us = {now}, r.expires_us = {now} + free.lease_us,
                r.lease_us = free.lease_us, r.grace_us = free.grace_us, r.keep_until_us = {now} + free.keep_us,
                r.grants = r.grants + 1, r.renewals = 0, r.owner = free.owner""";

    private static final String LOOK = """
            SELECT c.ordinal, {now} AS now_us, {columns}
            FROM {claims}
            LEFT JOIN {table} l FORCE INDEX (PRIMARY) ON l.name = c.name AND l.slot = c.slot
            {session}""";

    private static final String CREATE = """
            INSERT IGNORE INTO {table} (token, acquired_us, grants, name, slot, request_id, expires_us, lease_us,
                                        grace_us, keep_until_us, owner)
            SELECT {now}, {now}, 1, c.name, c.slot, c.request_id, {now} + c.lease_us, c.lease_us,
                   c.grace_us, {now} + c.keep_us, c.owner
            FROM {claims}
            WHERE {now} <= c.not_after_us""";

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
            SET r.expires_us = LAST_INSERT_ID({now}) + r.lease_us, r.renewals = r.renewals + 1{next}""";

    private static final String EXTEND = """
            UPDATE (
                SELECT l.name, l.slot
                FROM {table} l FORCE INDEX (PRIMARY)
                WHERE l.name = ? AND l.slot = ? AND l.token = ? AND l.request_id = ?
                  AND (l.expires_us > {now} OR l.session_id IS NOT NULL)
                LIMIT 1
                FOR UPDATE SKIP LOCKED
            ) mine STRAIGHT_JOIN {table} r FORCE INDEX (PRIMARY) ON r.name = mine.name AND r.slot = mine.slot
            SET r.expires_us = {now} + ?, r.lease_us = ?, r.grace_us = ?, r.renewals = r.renewals + 1,
                r.session_id = NULL""";

    private static final String RELEASE = """
            UPDATE (
                SELECT l.name, l.slot, l.request_id, l.keep_until_us, g.token
                FROM {grants}
                STRAIGHT_JOIN {table} l FORCE INDEX (PRIMARY) ON l.name = g.name AND l.slot = g.slot
                WHERE l.request_id = g.request_id
                LIMIT 1000000
                FOR UPDATE SKIP LOCKED
            ) mine STRAIGHT_JOIN {table} r FORCE INDEX (PRIMARY) ON r.name = mine.name AND r.slot = mine.slot
            SET r.released_request = mine.request_id, r.request_id = NULL, r.session_id = NULL, r.expires_us = {now},
                r.keep_until_us = CASE WHEN mine.token = 0 THEN 0 ELSE mine.keep_until_us END""";

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
            WHERE name = ? AND slot = ? AND token = ? AND request_id = ?
            LOCK IN SHARE MODE""";

    /** Where several servers certify each other's writes, a lock that is only read is seen by nobody else. */
    private static final String GUARD_BY_WRITING = """
            UPDATE {table}
            SET guards = guards + 1
            WHERE name = ? AND slot = ? AND token = ? AND request_id = ?""";

    private static final String REVOKE_JOIN = """
            UPDATE (
                SELECT l.name, l.slot, l.request_id, l.released_request
                FROM {table} l FORCE INDEX (PRIMARY)
                WHERE l.name = ? AND l.slot = ? AND l.token = ? AND l.session_id IS NULL
                  AND (l.request_id IS NOT NULL OR l.keep_until_us > {now})
                LIMIT 1
                FOR UPDATE SKIP LOCKED
            ) theirs STRAIGHT_JOIN {table} r FORCE INDEX (PRIMARY) ON r.name = theirs.name AND r.slot = theirs.slot
            SET r.released_request = COALESCE(NULLIF(theirs.request_id, 'revoked'), theirs.released_request), r.keep_until_us = 0,
            """;

    private static final String REVOKE =
            REVOKE_JOIN + "    r.request_id = CASE WHEN theirs.request_id IS NOT NULL THEN 'revoked' END"
                    + " WHERE r.name = theirs.name AND r.slot = theirs.slot";

    private static final String REVOKE_NOW =
            REVOKE_JOIN + "    r.request_id = NULL, r.session_id = NULL, r.expires_us = {now}"
                    + " WHERE r.name = theirs.name AND r.slot = theirs.slot";

    private static final String PURGE = """
            DELETE r FROM (
                SELECT l.name, l.slot
                FROM {table} l FORCE INDEX (PRIMARY)
                WHERE l.slot >= 0 AND l.keep_until_us <= {now} AND l.token < {now} - ? AND l.expires_us < {now} - ?
                  AND (l.request_id IS NULL OR l.expires_us + l.grace_us <= {now}) AND l.session_id IS NULL
                LIMIT ?
                FOR UPDATE SKIP LOCKED
            ) old STRAIGHT_JOIN {table} r FORCE INDEX (PRIMARY) ON r.name = old.name AND r.slot = old.slot""";

    /** Deadlock, lock wait, certification failure, row changed since it was read: all rolled back, all pass. */
    private static final Set<Integer> PASSING_CODES = Set.of(1213, 1205, 1020, 1062);

    /** Killed or shutting down: the statement may have been committed before. */
    private static final Set<Integer> CONNECTION_CODES = Set.of(1053, 1317, 1927, 2006, 2013);

    private static final Query PRIMARY_KEY = new Query("""
            SELECT LOWER(column_name) FROM information_schema.statistics
            WHERE index_name = 'PRIMARY' AND table_name = ? AND table_schema = COALESCE(?, DATABASE())""");

    private final Template template;
    private final TableDescription table;
    private final String collation;
    private final Common common;
    private final SessionRows sessions;
    private final Passing passing;
    private final TakeOrCreateTogether acquire;
    private final InnoDbShortcuts shortcuts;
    private final InnoDbBatches batches;
    private final TakeOrCreate acquireOne;
    private final Query take;
    private final Query look;
    private final Query create;
    private final Query renew;
    private final Query move;
    private final Query extend;
    private final Query release;
    private final Query guard;
    private final Query guardByWriting;
    private final boolean clustered;
    private final Query revoke;
    private final Query revokeNow;
    private final Query purge;
    private final SessionLocks sessionLocks;

    InnoDbDialect(TableDescription table, String collation, boolean clustered) {
        this.clustered = clustered;
        this.table = table;
        this.collation = collation;
        template = new Template(table.name(), NOW);
        common = new Common(template);
        take = query(TAKE);
        look = query(LOOK);
        create = query(CREATE);
        shortcuts = table.database() == Database.MARIADB
                ? new MariaDbShortcuts(this::query)
                : new MySqlShortcuts(this::query);
        batches = new InnoDbBatches(shortcuts.together(), new InFull());
        acquireOne = new TakeOrCreate(common, shortcuts::take, shortcuts::create);
        acquire = new TakeOrCreateTogether(
                (connection, claims) -> grant(connection, take, claims),
                this::look,
                (connection, claims) -> grant(connection, create, claims));
        renew = query(RENEW.replace("{expected}", "").replace("{next}", ""));
        move = query(RENEW.replace("{expected}", " AND (l.session_id IS NULL OR l.session_id = ?)")
                .replace("{next}", ", r.session_id = ?"));
        extend = query(EXTEND);
        release = query(RELEASE);
        guard = query(GUARD);
        guardByWriting = query(GUARD_BY_WRITING);
        revoke = query(REVOKE);
        revokeNow = query(REVOKE_NOW);
        purge = query(PURGE);
        OneRow oneRow = new OneRow(template, ONE_ROW, "r.");
        sessions = new SessionRows(template, oneRow, common, this::move);
        passing = table.database() == Database.MARIADB
                ? MariaDbShortcuts.passing(common, template)
                : new Passing(common, oneRow, InnoDbShortcuts.NEXT_TOKEN, Passing::numbered);
        sessionLocks = new UserLocks(template, new LockNumbers(template, common), clustered, false);
    }

    private Query query(String sql) {
        return new Query(text(sql));
    }

    private String text(String sql) {
        return template.text(
                sql.replace("{claims}", CLAIMS).replace("{grants}", GRANTS).replace("{collation}", collation));
    }

    @Override
    public PlainActs plain() {
        return common;
    }

    @Override
    public Optional<SessionActs> sessions() {
        return Optional.of(sessions);
    }

    @Override
    public Optional<SessionLocks> sessionLocks() {
        return Optional.of(sessionLocks);
    }

    @Override
    public Database database() {
        return table.database();
    }

    @Override
    public List<String> createStatements() {
        return List.of(text(CREATE_TABLE), text(CREATE_PROTOCOL_ROW));
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
    public List<ClaimOutcome> acquire(Connection connection, List<Claim> claims) throws SQLException {
        return claims.size() == 1
                ? acquireOne.all(connection, claims)
                : batches.serve(connection, new Batch(claims, List.of(), List.of()))
                        .claims();
    }

    /** Which of them were granted, and by what token, the rows tell. */
    private static long grant(Connection connection, Query query, List<Claim> claims) throws SQLException {
        query.update(connection, statement -> bind(statement, claims));
        return TakeOrCreateTogether.NONE;
    }

    private Map<LockKey, Common.Looked> look(Connection connection, List<Claim> claims) throws SQLException {
        Map<LockKey, Common.Looked> looked = new HashMap<>();
        look.list(
                connection,
                statement -> bind(statement, claims),
                row -> looked.put(claims.get(row.getInt("ordinal") - 1).key(), Common.Looked.read(row)));
        return looked;
    }

    private static void bind(PreparedStatement statement, List<Claim> claims) throws SQLException {
        statement.setString(1, ClaimsJson.of(claims));
    }

    @Override
    public List<GrantOutcome> renew(Connection connection, List<Grant> grants) throws SQLException {
        return outcomes(
                connection,
                grants,
                renew.numberedUpdate(connection, statement -> statement.setString(1, GrantsJson.of(grants))));
    }

    private List<GrantOutcome> move(Connection connection, List<Grant> grants, SessionMove into) throws SQLException {
        return outcomes(connection, grants, move.numberedUpdate(connection, statement -> {
            statement.setString(1, GrantsJson.of(grants));
            statement.setString(2, into.expected());
            statement.setString(3, into.next());
        }));
    }

    /** All are done if the count says so; if not, the clock that the statement wrote tells which. */
    private List<GrantOutcome> outcomes(Connection connection, List<Grant> grants, Query.Numbered renewed)
            throws SQLException {
        if (renewed.count() == grants.size()) {
            return common.outcomes(grants, keys(grants), grant -> GrantOutcome.DONE);
        }
        return common.outcomes(
                grants,
                Set.of(),
                grant -> wasRenewedAt(connection, grant, renewed.number())
                        ? GrantOutcome.DONE
                        : common.whyNotRenewed(connection, grant));
    }

    private boolean wasRenewedAt(Connection connection, Grant grant, long clock) throws SQLException {
        return common.standing(connection, grant.key())
                .filter(row -> row.isOf(grant) && row.expires() == clock + row.lease())
                .isPresent();
    }

    @Override
    public GrantOutcome extend(Connection connection, Grant grant, Terms terms) throws SQLException {
        int changed = extend.update(connection, statement -> {
            Common.bindGrant(statement, grant);
            Common.bindTerms(statement, 5, terms);
        });
        return changed == 1 ? GrantOutcome.DONE : common.whyNotRenewed(connection, grant);
    }

    @Override
    public List<GrantOutcome> release(Connection connection, List<Grant> grants) throws SQLException {
        return grants.size() == 1
                ? releaseInFull(connection, grants)
                : batches.serve(connection, new Batch(List.of(), grants, List.of()))
                        .releases();
    }

    private List<GrantOutcome> releaseInFull(Connection connection, List<Grant> grants) throws SQLException {
        int released = releaseAll(connection, grants);
        Set<LockKey> done = released == grants.size() ? keys(grants) : Set.of();
        return counted(released, common.outcomes(grants, done, grant -> common.whyNotReleased(connection, grant)));
    }

    @Override
    public Optional<Mixture> mixture() {
        return Optional.of(batches);
    }

    @Override
    public ClaimOutcome pass(Connection connection, Grant from, Claim to) throws SQLException {
        return passing.pass(connection, from, to);
    }

    private int releaseAll(Connection connection, List<Grant> grants) throws SQLException {
        Grant first = grants.get(0);
        int released =
                grants.size() == 1 && first.token() != Grant.UNKNOWN_TOKEN ? shortcuts.release(connection, first) : 0;
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
        int traceless = Collections.frequency(outcomes, GrantOutcome.NOT_MINE);
        return released - traced == traceless
                ? outcomes.stream().map(GrantOutcome::resent).toList()
                : outcomes;
    }

    private static Set<LockKey> keys(List<Grant> grants) {
        Set<LockKey> keys = new HashSet<>();
        grants.forEach(grant -> keys.add(grant.key()));
        return keys;
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
        Query.Binder binder = statement -> Common.bindGrant(statement, grant);
        return clustered
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
        return SqlStates.classify(failure, CONNECTION_CODES, PASSING_CODES);
    }

    /** What a batch leaves to the full statements. */
    private final class InFull implements InnoDbBatches.Full {
        @Override
        public List<ClaimOutcome> acquire(Connection connection, List<Claim> claims) throws SQLException {
            return claims.size() == 1 ? acquireOne.all(connection, claims) : acquire.all(connection, claims);
        }

        @Override
        public List<GrantOutcome> release(Connection connection, List<Grant> grants) throws SQLException {
            return releaseInFull(connection, grants);
        }

        @Override
        public List<GrantOutcome> renew(Connection connection, List<Grant> grants) throws SQLException {
            return InnoDbDialect.this.renew(connection, grants);
        }
    }
}
