package io.rowlock.internal.sql.postgresql;

import io.rowlock.LockKey;
import io.rowlock.internal.sql.WakeUpSql;
import io.rowlock.internal.sql.shared.RecentKeys;
import io.rowlock.internal.sql.statement.Bind;
import io.rowlock.internal.sql.statement.Query;
import io.rowlock.internal.sql.statement.Template;
import io.rowlock.internal.store.WakeUps;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The processes that wait for locks on PostgreSQL: rows of the kind {@code waiter}, and a notification channel for each process.
 *
 * <ol>
 *   <li>A registration is a row with the lock's name, the waiting process, its arrival ({@code since_us}), the end of its lease
 *       and its number of waiters. Slots count down from {@value #FIRST_SLOT}. A row is reused when its lease and its
 *       reservation have ended.
 *   <li>A release picks the first arrival whose lease runs, ends its lease, and notifies it. Both rows get the same {@code
 *       keep_until_us}: the lock is kept for a moment, and only the process whose registration has that very moment may take it.
 *   <li>No statement waits for a row that another transaction has locked. A row that was skipped is found by the next poll.
 *   <li>A registration grants nothing, so its commit need not reach the disk.
 * </ol>
 */
final class PostgreSqlWaiters implements WakeUpSql {

    /** The slot of the first registration; the others are below. */
    static final int FIRST_SLOT = -1000;

    /** The next waiter of each lock in {@code freed}; reserves nothing for a lock that is kept anyway. */
    static final String NEXT = """
            next AS (
                SELECT f.name, f.slot, w.slot AS place, w.process AS waiter, {now} + {reservation} AS reserved_us
                FROM {freed} f CROSS JOIN LATERAL (
                    SELECT r.slot, r.process
                    FROM {table} r
                    WHERE r.name = f.name AND r.slot < 0 AND r.kind = 'waiter' AND r.expires_us > {now} AND f.kept_us <= {now}
                    ORDER BY r.since_us, r.slot DESC
                    LIMIT 1
                    FOR NO KEY UPDATE SKIP LOCKED) w
            ), woken AS (
                UPDATE {table} w
                SET expires_us = 0, keep_until_us = n.reserved_us
                FROM next n
                WHERE w.name = n.name AND w.slot = n.place
                RETURNING pg_notify('rowlock_' || n.waiter, n.name)
            )""";

    /** Whether a lock is kept for this process alone. */
    static final String RESERVED_FOR_ME = """
            l.request_id IS NULL AND EXISTS (
                          SELECT 1 FROM {table} r
                          WHERE r.name = l.name AND r.slot < 0 AND r.kind = 'waiter' AND r.process = '{me}'
                            AND r.keep_until_us = l.keep_until_us)""";

    private static final String WAKE = """
            WITH freed AS (
                SELECT name, slot, keep_until_us AS kept_us
                FROM {table}
                WHERE name = ? AND slot = ? AND request_id IS NULL
                FOR NO KEY UPDATE SKIP LOCKED
            ), {next}
            UPDATE {table} l
            SET keep_until_us = n.reserved_us
            FROM next n
            WHERE l.name = n.name AND l.slot = n.slot""";

    private static final String REGISTER = """
            WITH wait AS (
                SELECT u.*, c.now_us
                FROM unnest((SELECT ?::varchar[]), (SELECT ?::bigint[]), (SELECT ?::bigint[]), (SELECT ?::varchar[]))
                        AS u (name, since_us, waiters, owner)
                CROSS JOIN (SELECT {now} AS now_us, set_config('synchronous_commit', 'off', true)) c
            ), place AS (
                SELECT i.*, p.slot
                FROM wait i CROSS JOIN LATERAL (
                    SELECT r.slot
                    FROM {table} r
                    WHERE r.name = i.name AND r.slot < 0 AND r.kind = 'waiter'
                      AND (r.process = '{me}' OR greatest(r.expires_us, r.keep_until_us) <= i.now_us)
                    ORDER BY r.process <> '{me}', r.slot DESC
                    LIMIT 1
                    FOR NO KEY UPDATE SKIP LOCKED) p
            ), taken AS (
                UPDATE {table} w
                SET process = '{me}', since_us = p.since_us, expires_us = greatest(w.expires_us, p.now_us + {lease}),
                    waiters = p.waiters, owner = p.owner
                FROM place p
                WHERE w.name = p.name AND w.slot = p.slot
                RETURNING w.name
            ), created AS (
                INSERT INTO {table} (name, slot, kind, process, since_us, expires_us, waiters, owner)
                SELECT i.name,
                       coalesce((SELECT min(r.slot) FROM {table} r WHERE r.name = i.name AND r.slot < 0 AND r.kind = 'waiter'), -999) - 1,
                       'waiter', '{me}', i.since_us, i.now_us + {lease}, i.waiters, i.owner
                FROM wait i
                WHERE NOT EXISTS (SELECT 1 FROM place p WHERE p.name = i.name)
                ORDER BY i.name COLLATE "C"
                ON CONFLICT DO NOTHING
                RETURNING name
            )
            SELECT name FROM taken UNION ALL SELECT name FROM created""";

    private static final String WITHDRAW = """
            WITH gone AS (
                SELECT r.name, r.slot, set_config('synchronous_commit', 'off', true)
                FROM {table} r
                WHERE r.name = ANY (?) AND r.slot < 0 AND r.kind = 'waiter' AND r.process = '{me}' AND r.expires_us > 0
                FOR NO KEY UPDATE SKIP LOCKED
            )
            UPDATE {table} w
            SET expires_us = 0
            FROM gone g
            WHERE w.name = g.name AND w.slot = g.slot""";

    private static final String WAITERS = """
            SELECT name, sum(waiters)
            FROM {table}
            WHERE kind = 'waiter' AND expires_us > {now} AND process <> '{me}' AND (? OR name = ?)
            GROUP BY name""";

    private final String me = UUID.randomUUID().toString().replace("-", "");
    private final Query wake;
    private final Query register;
    private final Query withdraw;
    private final Query waiters;
    private final Query ping;

    /** The locks that this process was notified of and has not asked for since. */
    private final RecentKeys<String> notified = new RecentKeys<>();

    PostgreSqlWaiters(Template template) {
        wake = template.query(fillIn(WAKE, "freed"));
        register = template.query(fillIn(REGISTER, ""));
        withdraw = template.query(fillIn(WITHDRAW, ""));
        waiters = template.query(fillIn(WAITERS, ""));
        ping = template.query(fillIn("SELECT pg_notify('rowlock_{me}', '')", ""));
    }

    /** Fills the parts about waiters into a statement; {@code freed} is its name for the locks that it frees. */
    String fillIn(String sql, String freed) {
        return sql.replace("{next}", NEXT)
                .replace("{reserved}", RESERVED_FOR_ME)
                .replace("{freed}", freed)
                .replace("{reservation}", String.valueOf(WakeUps.RESERVATION.toNanos() / 1_000))
                .replace("{lease}", String.valueOf(WakeUps.LEASE.toNanos() / 1_000))
                .replace("{me}", me);
    }

    @Override
    public void notified(List<String> names) {
        names.forEach(notified::remember);
    }

    /** Whether this process was notified of a lock; true once for each notification. */
    boolean wasNotified(String name) {
        return notified.forget(name);
    }

    /** Wakes the next waiter of a lock, if the lock is free. */
    void wake(Connection connection, LockKey key) throws SQLException {
        wake.update(connection, statement -> Bind.key(statement, key));
    }

    @Override
    public List<String> register(Connection connection, List<WakeUps.Waiting> waits) throws SQLException {
        return register.list(connection, statement -> bind(connection, statement, waits), row -> row.getString(1));
    }

    private static void bind(Connection connection, PreparedStatement statement, List<WakeUps.Waiting> waits)
            throws SQLException {
        statement.setArray(
                1,
                connection.createArrayOf(
                        "varchar", waits.stream().map(WakeUps.Waiting::name).toArray()));
        statement.setArray(
                2,
                connection.createArrayOf(
                        "int8", waits.stream().map(WakeUps.Waiting::since).toArray()));
        statement.setArray(
                3,
                connection.createArrayOf(
                        "int8",
                        waits.stream().map(wait -> (long) wait.waiters()).toArray()));
        statement.setArray(
                4,
                connection.createArrayOf(
                        "varchar", waits.stream().map(WakeUps.Waiting::owner).toArray()));
    }

    @Override
    public void withdraw(Connection connection, List<String> names) throws SQLException {
        withdraw.update(
                connection, statement -> statement.setArray(1, connection.createArrayOf("varchar", names.toArray())));
    }

    @Override
    public Map<String, Integer> waiters(Connection connection, Optional<String> name) throws SQLException {
        Map<String, Integer> found = new HashMap<>();
        waiters.list(
                connection,
                statement -> {
                    statement.setBoolean(1, name.isEmpty());
                    statement.setString(2, name.orElse(""));
                },
                row -> found.put(row.getString(1), row.getInt(2)));
        return found;
    }

    @Override
    public void ping(Connection connection) throws SQLException {
        ping.list(connection, Query.NOTHING, row -> true);
    }

    @Override
    public void listen(Connection connection) throws SQLException {
        run(connection, "LISTEN rowlock_" + me);
    }

    @Override
    public void unlisten(Connection connection) throws SQLException {
        run(connection, "UNLISTEN rowlock_" + me);
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
