package io.rowlock.testkit.sql;

import io.rowlock.Database;
import io.rowlock.testkit.control.StoredLocks;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The lock table as the database has it, seen and changed past Rowlock. */
public final class LockTable implements StoredLocks {

    private final PlainSql sql;
    private final Database database;
    private final String table;

    public LockTable(PlainSql sql, Database database, String table) {
        this.sql = sql;
        this.database = database;
        this.table = table;
    }

    public boolean exists() {
        return sql.succeeds("SELECT COUNT(*) FROM " + table);
    }

    /** The lock's row, with all that changes when it is written, or locked for it, where the database shows that. */
    @Override
    public Map<String, String> row(String name) {
        return find(name).orElseThrow(() -> new AssertionError("no row for lock " + name));
    }

    @Override
    public Optional<Map<String, String>> find(String name) {
        String version = database == Database.POSTGRESQL ? ", xmin::text, xmax::text, ctid::text" : "";
        return sql.rows("SELECT t.*" + version + " FROM " + table + " t WHERE name = ? AND slot = 0", name).stream()
                .findFirst();
    }

    @Override
    public long number(String name, String column) {
        return sql.number("SELECT " + column + " FROM " + table + " WHERE name = ? AND slot = 0", name);
    }

    /** The session that the lock's row names. */
    @Override
    public Optional<String> sessionOf(String name) {
        return find(name).map(row -> row.get("session_id")).filter(id -> !id.equals("null"));
    }

    /** The row of a session. */
    public Optional<Map<String, String>> session(String id) {
        return sql.rows("SELECT t.* FROM " + table + " t WHERE name = ? AND slot = -2", id).stream()
                .findFirst();
    }

    @Override
    public boolean sessionLives(String id) {
        return session(id)
                .filter(row -> "open".equals(row.get("session_state")))
                .isPresent();
    }

    @Override
    public long sessionNumber(String id, String column) {
        return sql.number("SELECT " + column + " FROM " + table + " WHERE name = ? AND slot = -2", id);
    }

    /** All that the rows of a session's locks say, other than what they have in common. */
    @Override
    public List<Map<String, String>> locksOf(String session) {
        return sql.rows("SELECT t.* FROM " + table + " t WHERE session_id = ? ORDER BY name", session);
    }

    @Override
    public void deleteSession(String id) {
        changed(sql.run("DELETE FROM " + table + " WHERE name = ? AND slot = -2", id), id);
    }

    @Override
    public void set(String name, String column, long value) {
        changed(sql.run("UPDATE " + table + " SET " + column + " = ? WHERE name = ? AND slot = 0", value, name), name);
    }

    /** Adds the rows of locks that are free. */
    @Override
    public void addFree(Stream<String> names) {
        sql.batch("INSERT INTO " + table + " (name, slot, token) VALUES (?, 0, 1)", names.map(name ->
                new Object[] {name}));
    }

    /** Lets the lock's last use lie this much further back. */
    @Override
    public void age(String name, Duration by) {
        long micros = micros(by);
        changed(
                sql.run(
                        "UPDATE " + table + " SET token = token - ?, acquired_us = acquired_us - ?,"
                                + " expires_us = expires_us - ?, keep_until_us = keep_until_us - ?"
                                + " WHERE name = ? AND slot = 0",
                        micros,
                        micros,
                        micros,
                        micros,
                        name),
                name);
    }

    /** Leaves the lock's row as a database would whose clock was this much ahead: later times, and nothing for none. */
    @Override
    public void advance(String name, Duration by) {
        String later = " = CASE WHEN %1$s = 0 THEN 0 ELSE %1$s + " + micros(by) + " END";
        String set = Stream.of("token", "acquired_us", "expires_us", "keep_until_us")
                .map(column -> column + later.formatted(column))
                .collect(Collectors.joining(", "));
        changed(sql.run("UPDATE " + table + " SET " + set + " WHERE name = ? AND slot = 0", name), name);
    }

    @Override
    public void postponeExpiry(String name, Duration by) {
        changed(
                sql.run(
                        "UPDATE " + table + " SET expires_us = expires_us + ? WHERE name = ? AND slot = 0",
                        micros(by),
                        name),
                name);
    }

    /**
     * The locks whose names hold this text, and which the database still honours for someone. The engines run on this
     * machine, so that its clock is theirs.
     */
    @Override
    public List<String> liveIfThere(String part) {
        if (!sql.succeeds("SELECT COUNT(expires_us) FROM " + table)) {
            return List.of();
        }
        long now = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
        return sql
                .rows("SELECT name, session_id, CASE WHEN expires_us > " + now + " THEN 1 ELSE 0 END AS leased FROM "
                        + table
                        + " WHERE slot >= 0 AND request_id IS NOT NULL AND request_id <> 'revoked'"
                        + " AND (expires_us > " + now + " OR session_id IS NOT NULL)")
                .stream()
                .filter(row ->
                        "1".equals(row.get("leased")) || livingSessions(now).contains(row.get("session_id")))
                .map(row -> row.get("name"))
                .filter(name -> name.contains(part))
                .toList();
    }

    /** Asked apart, because a table whose names were spoilt cannot be joined with itself. */
    private Set<String> livingSessions(long now) {
        return sql.rows("SELECT name FROM " + table + " WHERE kind = 'session' AND expires_us > " + now).stream()
                .map(row -> row.get("name"))
                .collect(Collectors.toSet());
    }

    /** Locks the lock's row in a transaction that stays open until it is closed. */
    @Override
    public RowLock lockRow(String name) {
        return lockRow(name, 0);
    }

    @Override
    public RowLock lockSession(String id) {
        return lockRow(id, -2);
    }

    private RowLock lockRow(String name, int slot) {
        try {
            Connection connection = sql.source().getConnection();
            connection.setAutoCommit(false);
            try (PreparedStatement statement = connection.prepareStatement(
                    "SELECT token FROM " + table + " WHERE name = ? AND slot = ? FOR UPDATE")) {
                statement.setString(1, name);
                statement.setInt(2, slot);
                statement.executeQuery().next();
            }
            return new RowLock(connection);
        } catch (SQLException failure) {
            throw new IllegalStateException("the test could not lock the row of " + name, failure);
        }
    }

    /** Some databases change no column, and drop no table, that a view still reads. */
    public void dropView() {
        sql.run("DROP VIEW IF EXISTS " + table + "_status");
    }

    public void drop() {
        if (exists()) {
            dropView();
            sql.run("DROP TABLE " + table);
        }
    }

    private static void changed(int rows, String name) {
        if (rows != 1) {
            throw new AssertionError("no row to change for lock " + name);
        }
    }

    private static long micros(Duration duration) {
        return TimeUnit.NANOSECONDS.toMicros(duration.toNanos());
    }

    /** A row that an open transaction has locked. */
    public static final class RowLock implements StoredLocks.RowLock {
        private final Connection transaction;

        private RowLock(Connection transaction) {
            this.transaction = transaction;
        }

        @Override
        public boolean isOpen() {
            try {
                return !transaction.isClosed();
            } catch (SQLException failure) {
                throw new IllegalStateException(failure);
            }
        }

        @Override
        public void close() {
            try {
                transaction.rollback();
                transaction.close();
            } catch (SQLException failure) {
                throw new IllegalStateException("the test could not end its transaction", failure);
            }
        }
    }
}
