package io.rowlock.internal.sql.postgresql;

import io.rowlock.LockKey;
import io.rowlock.internal.sql.shared.GrantSql;
import io.rowlock.internal.sql.shared.GrantSql.Values;
import io.rowlock.internal.sql.shared.UniformBatch;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.sql.statement.SqlStates;
import io.rowlock.internal.sql.statement.Template;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The common case of a batch on PostgreSQL: one UPDATE takes locks whose rows are there and free, another releases locks that are
 * {@linkplain PostgreSqlFastPath#shortLived short-lived} and that nobody waits for. Requests that it leaves undone are not rejected: the general path decides.
 *
 * <ol>
 *   <li>An acquire locks its row in a mode that a guard stops, and skips it if it is locked; then it goes to that very version.
 *   <li>A release is a plain UPDATE. It stops no guard, as any release, and its row is hardly ever locked. So it does not lock the
 *       row first, and gives up after the shortest lock timeout there is; nothing is done then.
 *   <li>A batch of releases alone need not be on disk when it is answered, as {@link PostgreSqlFastPath#UNFLUSHED} explains.
 * </ol>
 *
 * The arrays are wrapped, so that the planner cannot see how long they are: seeing it, it would plan every batch again. Each clock
 * is a sub-select, and so is read once. The slot is part of a sum, so that the planner cannot look for it in the index without the
 * name: it would read the whole index while the table is small, and go on when it has grown.
 */
final class PostgreSqlBatchFastPath {
    /** It ends with the transaction, and so does not outlive the batch. In milliseconds. */
    private static final String HARDLY_WAITING = "set_config('lock_timeout', '1', true)";

    private static final String UNFLUSHED = "set_config('synchronous_commit', 'off', true)";

    private static final GrantSql GRANT = new GrantSql(
            "", "r.", "f.now_us", new Values("f.request_id", "?::bigint", "?::bigint", "?::bigint", "?::varchar"));

    private static final String ACQUIRE = """
            UPDATE {table} r
            SET {grant}
            FROM (
                SELECT l.ctid, c.request_id, c.ordinal, (SELECT {now}) AS now_us
                FROM unnest((SELECT ?::varchar[]), (SELECT ?::varchar[])) WITH ORDINALITY AS c (name, request_id, ordinal)
                JOIN {table} l ON l.name = c.name AND l.slot + 0 = ?
                WHERE l.request_id IS NULL AND l.released_request IS DISTINCT FROM c.request_id
                  AND (SELECT {now}) <= ? AND l.keep_until_us <= (SELECT {now})
                FOR UPDATE OF l SKIP LOCKED) f
            WHERE r.ctid = f.ctid
            RETURNING f.ordinal, r.token""".replace("{grant}", GRANT.set(GRANT.nextToken()));

    private static final String RELEASE = """
            UPDATE {table} r
            SET {release}
            FROM unnest((SELECT ?::varchar[]), (SELECT ?::varchar[])) WITH ORDINALITY AS g (name, request_id, ordinal)
            WHERE r.name = g.name AND r.slot + 0 = ? AND r.request_id = g.request_id AND {short}
              AND NOT EXISTS (
                SELECT 1 FROM {table} w
                WHERE w.name = g.name AND w.slot < 0 AND w.kind = 'waiter' AND w.expires_us > (SELECT {now})
                OFFSET 0)
            RETURNING g.ordinal\
            """.replace(
                    "{release}", new GrantSql("", "", "(SELECT {now})", Values.BOUND).release("r.request_id"))
            .replace("{short}", PostgreSqlFastPath.shortLived("r."));

    private final Query acquire;
    private final Query release;
    private final Query both;

    /**
     * The fast path.
     *
     * @param template fills in table and clock
     * @param settings selects the settings of every batch, and ends with a condition
     */
    PostgreSqlBatchFastPath(Template template, String settings) {
        acquire = template.query(settings + ";\n" + ACQUIRE);
        release = template.query(with(settings, HARDLY_WAITING + ", " + UNFLUSHED) + ";\n" + RELEASE);
        both = template.query(with(settings, HARDLY_WAITING) + ";\n" + RELEASE + ";\n" + ACQUIRE);
    }

    private static String with(String settings, String more) {
        return settings.replaceFirst("SELECT ", "SELECT " + more + ", ");
    }

    /**
     * The part of a batch that was done.
     *
     * @param tokens of the locks that were granted
     * @param released the locks that were released
     */
    record Done(Map<LockKey, Long> tokens, Set<LockKey> released) {
        Done() {
            this(new HashMap<>(), new HashSet<>());
        }
    }

    /** Takes and releases as many as it can, in one commit. */
    Done execute(Connection connection, UniformBatch batch) throws SQLException {
        Done done = new Done();
        try {
            run(connection, batch, done);
        } catch (SQLException failure) {
            if (!SqlStates.isLockTimeout(failure)) {
                throw failure;
            }
            return new Done();
        }
        return done;
    }

    private void run(Connection connection, UniformBatch batch, Done done) throws SQLException {
        Query.RowReader granted =
                row -> done.tokens.put(batch.claims().get(row.getInt(1) - 1).key(), row.getLong(2));
        Query.RowReader released =
                row -> done.released.add(batch.releases().get(row.getInt(1) - 1).key());
        if (batch.releases().isEmpty()) {
            Query.Binder claims = statement -> new ArrayBinder(connection, statement).uniformClaims(batch);
            acquire.lists(connection, claims, List.of(Query.SKIP, granted));
        } else if (batch.claims().isEmpty()) {
            Query.Binder releases = statement -> new ArrayBinder(connection, statement).uniformReleases(batch);
            release.lists(connection, releases, List.of(Query.SKIP, released));
        } else {
            Query.Binder all = statement -> new ArrayBinder(connection, statement)
                    .uniformReleases(batch)
                    .uniformClaims(batch);
            both.lists(connection, all, List.of(Query.SKIP, released, granted));
        }
    }
}
