package io.rowlock.internal.sql.postgresql;

import io.rowlock.internal.sql.statement.Bind;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.sql.statement.Template;
import io.rowlock.internal.store.Grant;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Releases a lock that others wait for on PostgreSQL, so that the first of them is notified as soon as possible.
 *
 * <ol>
 *   <li>One plain UPDATE changes the lock and the registration. Both get the same {@code keep_until_us}, by the moment in
 *       which the statement began: it is the same for both.
 *   <li>Its commit notifies the waiter, and waits for the disk no more than any other {@linkplain PostgreSqlFastPath#UNFLUSHED
 *       release}.
 * </ol>
 *
 * A release that it leaves undone is not rejected: the general path decides. If the registration was renewed since the statement began,
 * the UPDATE does not see it; nobody is notified then, and the lock is kept for as long as a reservation lasts. If the lock was
 * renewed since, the waiter is notified too early, and finds the lock taken once; the general path then notifies the next.
 */
final class PostgreSqlHandOver {
    private static final String RELEASE =
            """
            UPDATE {table} r
            SET released_request = CASE WHEN {waiter} THEN r.released_request ELSE r.request_id END,
                request_id = CASE WHEN {waiter} THEN r.request_id END, session_id = NULL,
                expires_us = CASE WHEN {waiter} THEN 0 ELSE {now} END,
                keep_until_us = (date_part('epoch', statement_timestamp()) * 1000000)::bigint + {reservation}
            WHERE r.ctid = ANY ((
                SELECT ARRAY[mine.ctid, next.ctid]
                FROM (
                    SELECT l.ctid
                    FROM {table} l
                    WHERE l.name = ? AND l.slot = ? AND l.request_id = ? AND l.keep_until_us <= {now}
                    FOR NO KEY UPDATE SKIP LOCKED) mine
                CROSS JOIN (
                    SELECT w.ctid
                    FROM {table} w
                    WHERE w.name = ? AND w.slot < 0 AND w.kind = 'waiter' AND w.expires_us > {now}
                    ORDER BY w.since_us, w.slot DESC
                    LIMIT 1
                    FOR NO KEY UPDATE SKIP LOCKED) next)::tid[])
            RETURNING r.slot, CASE WHEN {waiter} THEN pg_notify('rowlock_' || r.process, r.name)::text
                                   ELSE {unflushed} END\
            """.replace("{unflushed}", PostgreSqlFastPath.UNFLUSHED).replace("{waiter}", "r.kind = 'waiter'");

    private final Query release;

    PostgreSqlHandOver(Template template, PostgreSqlWaiters waiters) {
        release = template.query(waiters.fillIn(RELEASE, ""));
    }

    /** Releases a lock to the first in line for it; false if it did not. */
    boolean release(Connection connection, Grant grant) throws SQLException {
        List<Integer> changed = release.list(
                connection,
                statement -> {
                    Bind.key(statement, grant.key());
                    statement.setString(3, grant.requestId());
                    statement.setString(4, grant.key().name());
                },
                row -> row.getInt(1));
        return changed.contains(grant.key().slot());
    }
}
