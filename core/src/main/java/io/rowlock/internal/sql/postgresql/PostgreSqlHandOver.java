package io.rowlock.internal.sql.postgresql;

import io.rowlock.internal.sql.statement.Bind;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.sql.statement.Template;
import io.rowlock.internal.store.Grant;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;

/**
 * Releases a lock that others wait for on PostgreSQL, so that the first of them is notified as soon as possible.
 *
 * <ol>
 *   <li>One plain UPDATE changes the lock and the registration. Both get the same {@code keep_until_us}, by the moment in
 *       which the statement began: it is the same for both.
 *   <li>Its commit does not wait for the disk, and notifies the waiter. A second commit, which does wait, takes the first to disk
 *       with it, and only then the release is answered. The waiter's grant stands behind the release in the same log, so
 *       it cannot be durable without it.
 * </ol>
 *
 * A release that it leaves undone is not rejected: the general path decides. If the registration was renewed since the statement began,
 * the UPDATE does not see it; nobody is notified then, and the lock is kept for as long as a reservation lasts. If the lock was
 * renewed since, the waiter is notified too early, and is refused once; the general path then notifies the next.
 */
final class PostgreSqlHandOver {
    private static final String RELEASE = """
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
                                   ELSE set_config('synchronous_commit', 'off', true) END\
            """.replace("{waiter}", "r.kind = 'waiter'");

    /**
     * A lock on the registration: the least that has a commit wait for the disk. It stops nobody but a purge of that row,
     * and no other release has the same registration.
     */
    private static final String FLUSH = """
            SELECT 1
            FROM {table}
            WHERE name = ? AND slot = ?
            FOR KEY SHARE""";

    /** By the standard: whether the transaction took place is unknown. */
    private static final String UNKNOWN = "08007";

    private final Query release;
    private final Query flush;

    PostgreSqlHandOver(Template template, PostgreSqlWaiters waiters) {
        release = template.query(waiters.fillIn(RELEASE, ""));
        flush = template.query(FLUSH);
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
        boolean released = changed.contains(grant.key().slot());
        if (released) {
            flush(connection, grant.key().name(), Collections.min(changed));
        }
        return released;
    }

    /** If this fails, the release is done all the same, and perhaps not durable. */
    private void flush(Connection connection, String name, int slot) throws SQLException {
        try {
            flush.list(
                    connection,
                    statement -> {
                        statement.setString(1, name);
                        statement.setInt(2, slot);
                    },
                    row -> true);
        } catch (SQLException failure) {
            throw new SQLException("released, but perhaps not yet on disk: " + failure.getMessage(), UNKNOWN, failure);
        }
    }
}
