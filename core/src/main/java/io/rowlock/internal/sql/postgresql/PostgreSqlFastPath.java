package io.rowlock.internal.sql.postgresql;

import io.rowlock.LockKey;
import io.rowlock.internal.sql.shared.GrantSql;
import io.rowlock.internal.sql.shared.GrantSql.Values;
import io.rowlock.internal.sql.shared.RecentKeys;
import io.rowlock.internal.sql.shared.UniformBatch;
import io.rowlock.internal.sql.shared.UpdateThenInsert;
import io.rowlock.internal.sql.statement.Bind;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.sql.statement.Template;
import io.rowlock.internal.store.Batch;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * The common case on PostgreSQL in its cheapest form: take a lock whose row is there and free, release one that nobody waits
 * for. A request that it leaves undone is not rejected: the general path decides.
 *
 * <p>The inner SELECT locks the row, skipping one that is locked, and looks at its latest version; the UPDATE goes to that
 * very version. If the row was changed since the statement began, the UPDATE does not see the version that was locked, and
 * changes nothing. Locks that have needed the general path are remembered, and take it at once.
 */
final class PostgreSqlFastPath {
    private static final GrantSql GRANT = new GrantSql("", "", "{now}", Values.BOUND.withKeep("?::bigint"));

    /**
     * Lets the commit of a release return before it is on disk. The log is one sequence, so the next grant, whose commit waits for
     * the disk, takes the release there with it; no crash can undo the one without the other. A crash before that brings the
     * released grant back, which ends with its lease. So a grant whose lease is longer than a minute waits for the disk, and one that
     * was renewed: the row may name a session, which this process would go on extending, or expire much later than its lease.
     */
    static final String UNFLUSHED = "CASE WHEN {short} THEN set_config('synchronous_commit', 'off', true) END"
            .replace("{short}", shortLived(""));

    private static final String ACQUIRE = """
            UPDATE {table}
            SET {grant}
            WHERE ctid = (
                SELECT ctid
                FROM {table} l
                WHERE l.name = ? AND l.slot = ? AND l.request_id IS NULL AND l.released_request IS DISTINCT FROM ?
                  AND {now} <= ? AND (l.keep_until_us <= {now}{reserved})
                FOR UPDATE SKIP LOCKED){shown}
            RETURNING token""".replace("{grant}", GRANT.set(GRANT.nextToken()));

    private static final String RELEASE =
            """
            UPDATE {table}
            SET {release}
            WHERE ctid = (
                SELECT ctid
                FROM {table} l
                WHERE l.name = ? AND l.slot = ? AND l.request_id = ?
                FOR NO KEY UPDATE SKIP LOCKED)
              AND NOT EXISTS (
                SELECT 1 FROM {table} r WHERE r.name = ? AND r.slot < 0 AND r.kind = 'waiter' AND r.expires_us > {now})
            RETURNING {unflushed}\
            """.replace("{release}", GRANT.release("request_id")).replace("{unflushed}", UNFLUSHED);

    private final Query acquire;
    private final Query acquireReserved;
    private final Query release;
    private final PostgreSqlHandOver handOver;
    private final PostgreSqlBatchFastPath batches;
    private final PostgreSqlWaiters waiters;

    /** Locks that needed the general path to acquire. */
    private final RecentKeys<LockKey> busy = new RecentKeys<>();

    /** Locks that needed the general path to release. */
    private final RecentKeys<LockKey> awaited = new RecentKeys<>();

    /**
     * The fast path.
     *
     * @param template fills in table and clock
     * @param batchSettings goes before the statements of a batch
     * @param waiters the registered waiters, and the notifications that this process got
     */
    PostgreSqlFastPath(Template template, String batchSettings, PostgreSqlWaiters waiters) {
        this.waiters = waiters;
        acquire = template.query(ACQUIRE.replace("{reserved}", ""));
        acquireReserved = template.query(waiters.fillIn(ACQUIRE.replace("{reserved}", " OR {reserved}"), ""));
        handOver = new PostgreSqlHandOver(template, waiters);
        release = template.query(RELEASE);
        batches = new PostgreSqlBatchFastPath(template, batchSettings);
    }

    /** The condition under which a grant that a crash brings back is over soon, whatever its process does. */
    static String shortLived(String row) {
        return row + "renewals = 0 AND " + row + "lease_us <= 60000000";
    }

    /** Takes the lock of a claim; returns its token, or {@link UpdateThenInsert#NONE}. */
    long acquire(Connection connection, Claim claim) throws SQLException {
        boolean notified = waiters.wasNotified(claim.key().name());
        if (!notified && busy.has(claim.key())) {
            return UpdateThenInsert.NONE;
        }
        Query cheapest = notified ? acquireReserved : acquire;
        List<Long> token = cheapest.list(connection, statement -> bind(statement, claim), row -> row.getLong(1));
        if (token.isEmpty()) {
            busy.remember(claim.key());
        }
        return token.isEmpty() ? UpdateThenInsert.NONE : token.get(0);
    }

    /** The general path has granted a lock. */
    void wasAcquired(LockKey key) {
        busy.forget(key);
    }

    private static void bind(PreparedStatement statement, Claim claim) throws SQLException {
        int row = GrantSql.bind(statement, 1, claim);
        Bind.key(statement, row, claim.key());
        statement.setString(row + 2, claim.requestId());
        statement.setLong(row + 3, claim.notAfter());
    }

    /** Releases a grant; false if it did not. */
    boolean release(Connection connection, Grant grant) throws SQLException {
        if (grant.token() == Grant.UNKNOWN_TOKEN) {
            return false;
        }
        if (awaited.has(grant.key())) {
            return handOver.release(connection, grant);
        }
        boolean released = release.any(connection, statement -> {
            Bind.key(statement, grant.key());
            statement.setString(3, grant.requestId());
            statement.setString(4, grant.key().name());
        });
        if (!released) {
            awaited.remember(grant.key());
        }
        return released;
    }

    /** The general path has released a lock, and nobody waited for it. */
    void wasReleasedUnawaited(LockKey key) {
        awaited.forget(key);
    }

    /** Takes and releases as many as it can, in one commit; does not renew. */
    PostgreSqlBatchFastPath.Done execute(Connection connection, Batch requests) throws SQLException {
        UniformBatch uniform = UniformBatch.of(requests.claims(), requests.releases());
        return uniform.size() == 0 ? new PostgreSqlBatchFastPath.Done() : batches.execute(connection, uniform);
    }
}
