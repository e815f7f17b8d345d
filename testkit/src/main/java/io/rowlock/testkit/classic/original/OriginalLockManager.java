package io.rowlock.testkit.classic.original;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * A node that still runs the original procedure of the table {@code locks}: its own clock, a look and then an insert, and
 * an expired lock deleted by type and id alone.
 *
 * @param dataSource where connections come from
 * @param table the table's name
 * @param timeout how long a lock is valid
 * @param ahead how far this node's clock is ahead of the right time
 */
public record OriginalLockManager(DataSource dataSource, String table, Duration timeout, Duration ahead) {

    private static LocalDateTime now(Duration ahead) {
        return LocalDateTime.now(ZoneId.systemDefault()).plus(ahead);
    }

    /** Empty where the original throws. */
    public Optional<String> tryLock(String type, String id) {
        return tryLock(type, id, () -> {});
    }

    /** With something that happens between the look and what follows from it. */
    public Optional<String> tryLock(String type, String id, Runnable between) {
        try (Connection connection = dataSource.getConnection()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(false);
            Optional<LocalDateTime> expiry = expiry(connection, type, id);
            between.run();
            if (expiry.isPresent() && !expiry.get().isBefore(now(ahead))) {
                return Optional.empty();
            }
            if (expiry.isPresent()) {
                run(connection, "DELETE FROM " + table + " WHERE type = ? AND id = ?", type, id);
            }
            String lockId = UUID.randomUUID().toString();
            run(
                    connection,
                    "INSERT INTO " + table + " (type, id, lockid, expiration_time) VALUES (?, ?, ?, ?)",
                    type,
                    id,
                    lockId,
                    now(ahead).plus(timeout));
            connection.commit();
            return Optional.of(lockId);
        } catch (SQLException lostTheRace) {
            return Optional.empty();
        }
    }

    private Optional<LocalDateTime> expiry(Connection connection, String type, String id) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT expiration_time FROM " + table + " WHERE type = ? AND id = ?")) {
            statement.setString(1, type);
            statement.setString(2, id);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? Optional.of(rows.getObject(1, LocalDateTime.class)) : Optional.empty();
            }
        }
    }

    /** Whether the lock stands. */
    public boolean checkLock(String lockId) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("SELECT expiration_time FROM " + table + " WHERE lockid = ?")) {
            statement.setString(1, lockId);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() && !rows.getObject(1, LocalDateTime.class).isBefore(now(ahead));
            }
        }
    }

    /** Deletes the lock. */
    public void releaseLock(String lockId) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            run(connection, "DELETE FROM " + table + " WHERE lockid = ?", lockId);
        }
    }

    private static void run(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.executeUpdate();
        }
    }
}
