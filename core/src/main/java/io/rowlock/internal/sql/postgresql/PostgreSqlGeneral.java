package io.rowlock.internal.sql.postgresql;

import io.rowlock.LockKey;
import io.rowlock.internal.sql.LeaseSql;
import io.rowlock.internal.sql.shared.CommonSql;
import io.rowlock.internal.sql.shared.GrantSql;
import io.rowlock.internal.sql.shared.RowSnapshot;
import io.rowlock.internal.sql.shared.SessionRows;
import io.rowlock.internal.sql.shared.UpdateThenInsert;
import io.rowlock.internal.sql.statement.Bind;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.sql.statement.Rows;
import io.rowlock.internal.sql.statement.Template;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.Batch;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.GrantOutcome;
import io.rowlock.internal.time.Micros;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Acquires, renewals and releases on PostgreSQL, one or many at a time. One common table expression decides and writes, and rows are
 * locked in the order of their keys. The {@link PostgreSqlFastPath} comes first; requests that it leaves undone are decided here.
 */
final class PostgreSqlGeneral implements LeaseSql {
    private static final GrantSql GRANT = new GrantSql("", "l.", "c.now_us", GrantSql.Values.of("c"));

    /** One claim, as it stands; the clock is read once for all that follows. */
    private static final String CLAIM = """
            SELECT 1 AS ordinal, ?::varchar AS name, ?::integer AS slot, ?::varchar AS request_id, ?::bigint AS lease_us,
                       ?::bigint AS grace_us, ?::bigint AS keep_us, ?::varchar AS owner, ?::bigint AS not_after_us,
                       {now} AS now_us
                WHERE true{shown}""";

    /**
     * Many claims. The arrays are wrapped, so that the planner cannot see how long they are: seeing it, it would plan every
     * batch again.
     */
    private static final String CLAIMS = """
            SELECT u.*, (SELECT {now}) AS now_us
                FROM unnest((SELECT ?::integer[]), (SELECT ?::varchar[]), (SELECT ?::integer[]), (SELECT ?::varchar[]),
                            (SELECT ?::bigint[]), (SELECT ?::bigint[]), (SELECT ?::bigint[]), (SELECT ?::varchar[]),
                            (SELECT ?::bigint[]))
                    AS u (ordinal, name, slot, request_id, lease_us, grace_us, keep_us, owner, not_after_us)""";

    /**
     * Goes before the statements of a batch, in their transaction, and ends with it. A plan is kept for long, and one that
     * was made when the table was small reads all of it, with all that is dead in it.
     */
    private static final String ROW_BY_ROW = """
            SELECT set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
                   set_config('enable_mergejoin', 'off', true), set_config('enable_bitmapscan', 'off', true)
            WHERE true{shown}""";

    private static final String ACQUIRE = """
            WITH claim AS (
                {claims}
            ), free AS (
                SELECT l.name, l.slot
                FROM {table} l JOIN claim c ON l.name = c.name AND l.slot = c.slot
                WHERE c.now_us <= c.not_after_us
                  AND (l.keep_until_us <= c.now_us OR {reserved})
                  AND (l.request_id IS NULL AND l.released_request IS DISTINCT FROM c.request_id
                       OR l.request_id <> c.request_id AND l.expires_us + l.grace_us <= c.now_us AND l.session_id IS NULL)
                ORDER BY l.name, l.slot
                FOR UPDATE OF l SKIP LOCKED
            ), taken AS (
                UPDATE {table} l
                SET {grant}
                FROM free f JOIN claim c ON f.name = c.name AND f.slot = c.slot
                WHERE l.name = f.name AND l.slot = f.slot
                RETURNING l.name, l.slot, l.token
            ), created AS (
                INSERT INTO {table} ({grantColumns}, name, slot)
                SELECT {grantValues}, c.name, c.slot
                FROM claim c
                WHERE c.now_us <= c.not_after_us
                  AND NOT EXISTS (SELECT 1 FROM {table} l WHERE l.name = c.name AND l.slot = c.slot)
                ORDER BY c.name COLLATE "C", c.slot
                ON CONFLICT DO NOTHING
                RETURNING name, slot, token
            ), granted AS (
                SELECT * FROM taken UNION ALL SELECT * FROM created
            )
            SELECT c.ordinal, g.token AS granted, c.now_us, {columns}
            FROM claim c LEFT JOIN granted g ON g.name = c.name AND g.slot = c.slot
            LEFT JOIN {table} l ON g.token IS NULL AND l.name = c.name AND l.slot = c.slot
            {session}\
            """.replace("{grantColumns}", GrantSql.columns())
            .replace("{grantValues}", GRANT.values("c.now_us"))
            .replace("{grant}", GRANT.set(GRANT.nextToken()));

    private static final String ONE_GRANT = """
            SELECT ?::varchar AS name, ?::integer AS slot, ?::bigint AS token, ?::varchar AS request_id""";

    private static final String GRANTS = """
            SELECT * FROM unnest((SELECT ?::varchar[]), (SELECT ?::integer[]), (SELECT ?::bigint[]), (SELECT ?::varchar[]))
                    AS g (name, slot, token, request_id)""";

    private static final String RENEW = """
            WITH grants AS (
                {grants}
            ), clock AS (
                SELECT {now} AS now_us{sessions}
                WHERE true{shown}
            ), mine AS (
                SELECT l.name, l.slot
                FROM {table} l JOIN grants g ON l.name = g.name AND l.slot = g.slot CROSS JOIN clock c
                WHERE l.token = g.token AND l.request_id = g.request_id
                  AND (l.expires_us > c.now_us OR l.session_id IS NOT NULL){expected}
                ORDER BY l.name, l.slot
                FOR NO KEY UPDATE OF l SKIP LOCKED
            )
            UPDATE {table} l
            SET expires_us = greatest(l.expires_us, c.now_us + l.lease_us), renewals = l.renewals + 1{next_session}
            FROM mine m CROSS JOIN clock c
            WHERE l.name = m.name AND l.slot = m.slot
            RETURNING l.name, l.slot""";

    private static final String RELEASE =
            """
            WITH grants AS (
                {grants}
            ), mine AS (
                SELECT l.name, l.slot, g.token, CASE WHEN g.token = 0 THEN 0 ELSE l.keep_until_us END AS kept_us
                FROM {table} l JOIN grants g ON l.name = g.name AND l.slot = g.slot
                WHERE l.request_id = g.request_id
                ORDER BY l.name, l.slot
                FOR NO KEY UPDATE OF l SKIP LOCKED
            ), {next}
            UPDATE {table} l
            SET {release}, keep_until_us = coalesce(n.reserved_us, m.kept_us)
            FROM mine m LEFT JOIN next n ON n.name = m.name AND n.slot = m.slot
            WHERE l.name = m.name AND l.slot = m.slot
            RETURNING l.name, l.slot, n.place IS NOT NULL AS awaited\
            """.replace("{release}", GrantSql.bound().release("l.request_id"));

    /** The first columns of what an acquire returns. */
    private static final int ORDINAL = 1;

    private static final int GRANTED = 2;

    private final Template template;
    private final CommonSql common;
    private final PostgreSqlFastPath fastPath;
    private final Query acquireOne;
    private final Query acquireMany;
    private final Query renewOne;
    private final Query renewMany;
    private final Query move;
    private final Query releaseOne;
    private final Query releaseMany;
    private final Query mixed;

    PostgreSqlGeneral(Template template, CommonSql common, PostgreSqlWaiters waiters) {
        this.template = template;
        this.common = common;
        fastPath = new PostgreSqlFastPath(template, ROW_BY_ROW, waiters);
        String acquire = waiters.fillIn(ACQUIRE, "");
        String acquires = acquire.replace("{claims}", CLAIMS);
        acquireOne = template.query(acquire.replace("{claims}", CLAIM));
        acquireMany = batch(acquires);
        String renew = renewal("", "", "");
        String renewals = renew.replace("{grants}", GRANTS);
        renewOne = template.query(renew.replace("{grants}", ONE_GRANT));
        renewMany = batch(renewals);
        move = batch(renewal(
                        ", ?::varchar AS expected, ?::varchar AS next",
                        " AND (l.session_id IS NULL OR l.session_id = c.expected)",
                        ", session_id = c.next")
                .replace("{grants}", GRANTS));
        String release = waiters.fillIn(RELEASE, "mine");
        String releases = release.replace("{grants}", GRANTS);
        releaseOne = template.query(release.replace("{grants}", ONE_GRANT));
        releaseMany = batch(releases);
        mixed = batch(acquires, releases, renewals);
    }

    /** A renewal; one that also moves grants between sessions names two, expects one, and sets the other. */
    private static String renewal(String sessions, String expected, String next) {
        return RENEW.replace("{sessions}", sessions)
                .replace("{expected}", expected)
                .replace("{next_session}", next);
    }

    /** The driver sends the statements together, and the server runs in one transaction what is sent so. */
    private Query batch(String... statements) {
        return template.query(ROW_BY_ROW + ";\n" + String.join(";\n", statements));
    }

    @Override
    public List<AcquireResult> acquire(Connection connection, List<Claim> claims) throws SQLException {
        if (claims.size() == 1) {
            long token = fastPath.acquire(connection, claims.get(0));
            return token == UpdateThenInsert.NONE
                    ? decide(connection, claims)
                    : List.of(new AcquireResult.Granted(token));
        }
        Batch batch = new Batch(claims, List.of(), List.of());
        return outcomes(connection, claims, fastPath.execute(connection, batch).tokens());
    }

    /** An answer for each claim: granted by the fast path, or decided now. */
    private List<AcquireResult> outcomes(Connection connection, List<Claim> claims, Map<LockKey, Long> tokens)
            throws SQLException {
        List<Claim> rest = new ArrayList<>();
        for (Claim claim : claims) {
            if (!tokens.containsKey(claim.key())) {
                rest.add(claim);
            }
        }
        Iterator<AcquireResult> decided = rest.isEmpty()
                ? Collections.emptyIterator()
                : decide(connection, rest).iterator();
        List<AcquireResult> outcomes = new ArrayList<>(claims.size());
        for (Claim claim : claims) {
            Long token = tokens.get(claim.key());
            outcomes.add(token == null ? decided.next() : new AcquireResult.Granted(token));
        }
        return outcomes;
    }

    private List<AcquireResult> decide(Connection connection, List<Claim> claims) throws SQLException {
        List<AcquireResult> outcomes = confirmed(
                connection,
                claims,
                claims.size() == 1
                        ? acquireOne.list(
                                connection, statement -> bind(statement, claims.get(0)), PostgreSqlGeneral::read)
                        : acquireMany(connection, claims));
        for (int place = 0; place < claims.size(); place++) {
            if (outcomes.get(place) instanceof AcquireResult.Granted) {
                fastPath.wasAcquired(claims.get(place).key());
            }
        }
        return outcomes;
    }

    private List<AcquireResult> acquireMany(Connection connection, List<Claim> claims) throws SQLException {
        AcquireResult[] outcomes = new AcquireResult[claims.size()];
        acquireMany.lists(
                connection,
                statement -> new ArrayBinder(connection, statement).claims(claims),
                List.of(Query.SKIP, row -> outcomes[row.getInt(ORDINAL) - 1] = read(row)));
        return List.of(outcomes);
    }

    private static void bind(PreparedStatement statement, Claim claim) throws SQLException {
        Bind.key(statement, claim.key());
        statement.setString(3, claim.requestId());
        statement.setLong(4, claim.terms().leaseMicros());
        statement.setLong(5, claim.terms().graceMicros());
        statement.setLong(6, Micros.of(claim.keepFor()));
        statement.setString(7, claim.owner());
        statement.setLong(8, claim.notAfter());
    }

    private static AcquireResult read(ResultSet row) throws SQLException {
        long granted = row.getLong(GRANTED);
        return row.wasNull() ? RowSnapshot.read(row).busy() : new AcquireResult.Granted(granted);
    }

    private List<AcquireResult> confirmed(Connection connection, List<Claim> claims, List<AcquireResult> outcomes)
            throws SQLException {
        List<AcquireResult> confirmed = new ArrayList<>(outcomes.size());
        for (int place = 0; place < outcomes.size(); place++) {
            confirmed.add(common.confirmed(connection, claims.get(place), outcomes.get(place)));
        }
        return confirmed;
    }

    @Override
    public List<GrantOutcome> renew(Connection connection, List<Grant> grants) throws SQLException {
        Set<LockKey> done = new HashSet<>();
        change(connection, renewOne, renewMany, grants, row -> done.add(Rows.key(row)));
        return common.outcomes(grants, done, grant -> common.whyNotRenewed(connection, grant));
    }

    @Override
    public List<GrantOutcome> release(Connection connection, List<Grant> grants) throws SQLException {
        if (grants.size() == 1) {
            return fastPath.release(connection, grants.get(0))
                    ? List.of(GrantOutcome.DONE)
                    : released(connection, grants, new HashSet<>());
        }
        Batch batch = new Batch(List.of(), grants, List.of());
        return released(connection, grants, fastPath.execute(connection, batch).released());
    }

    @Override
    public GrantOutcome releaseDurably(Connection connection, Grant grant) throws SQLException {
        return released(connection, List.of(grant), new HashSet<>()).get(0);
    }

    /** An answer for each grant: released by the fast path, or now, or why not. */
    private List<GrantOutcome> released(Connection connection, List<Grant> grants, Set<LockKey> done)
            throws SQLException {
        List<Grant> rest =
                grants.stream().filter(grant -> !done.contains(grant.key())).toList();
        if (!rest.isEmpty()) {
            change(connection, releaseOne, releaseMany, rest, row -> {
                LockKey key = Rows.key(row);
                done.add(key);
                if (!row.getBoolean("awaited")) {
                    fastPath.wasReleasedUnawaited(key);
                }
            });
        }
        return common.outcomes(grants, done, grant -> common.whyNotReleased(connection, grant));
    }

    List<GrantOutcome> move(Connection connection, List<Grant> grants, SessionRows.Move into) throws SQLException {
        Set<LockKey> done = new HashSet<>();
        move.lists(
                connection,
                statement -> {
                    new ArrayBinder(connection, statement).grants(grants);
                    statement.setString(5, into.expected());
                    statement.setString(6, into.next());
                },
                List.of(Query.SKIP, row -> done.add(Rows.key(row))));
        return common.outcomes(grants, done, grant -> common.whyNotRenewed(connection, grant));
    }

    Batch.Outcome execute(Connection connection, Batch batch) throws SQLException {
        if (!batch.renewals().isEmpty()) {
            return serveGenerally(connection, batch);
        }
        PostgreSqlBatchFastPath.Done done = fastPath.execute(connection, batch);
        return new Batch.Outcome(
                outcomes(connection, batch.claims(), done.tokens()),
                released(connection, batch.releases(), done.released()),
                List.of());
    }

    private Batch.Outcome serveGenerally(Connection connection, Batch batch) throws SQLException {
        AcquireResult[] claims = new AcquireResult[batch.claims().size()];
        Set<LockKey> released = new HashSet<>();
        Set<LockKey> renewed = new HashSet<>();
        mixed.lists(
                connection,
                statement -> new ArrayBinder(connection, statement)
                        .claims(batch.claims())
                        .grants(batch.releases())
                        .grants(batch.renewals()),
                List.of(
                        Query.SKIP,
                        row -> claims[row.getInt(ORDINAL) - 1] = read(row),
                        row -> released.add(Rows.key(row)),
                        row -> renewed.add(Rows.key(row))));
        return new Batch.Outcome(
                confirmed(connection, batch.claims(), List.of(claims)),
                common.outcomes(batch.releases(), released, grant -> common.whyNotReleased(connection, grant)),
                common.outcomes(batch.renewals(), renewed, grant -> common.whyNotRenewed(connection, grant)));
    }

    private static void change(
            Connection connection, Query one, Query many, List<Grant> grants, Query.RowReader changed)
            throws SQLException {
        if (grants.size() == 1) {
            one.lists(connection, statement -> Bind.grant(statement, grants.get(0)), List.of(changed));
        } else {
            many.lists(
                    connection,
                    statement -> new ArrayBinder(connection, statement).grants(grants),
                    List.of(Query.SKIP, changed));
        }
    }
}
