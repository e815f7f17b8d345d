package io.rowlock.testkit.classic.original;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A node that still runs the original procedure of the table {@code dist_lock}, made to run and otherwise left as it was:
 * its own clock and zone, whole seconds, every failure a no, a release that writes nulls. Times go to and from the
 * database as local ones, because a node in another zone is only played here: its driver would do so by itself.
 *
 * @param dataSource where connections come from
 * @param table the table's name
 * @param zone this node's zone
 * @param ahead how far this node's clock is ahead of the right time
 */
public record OriginalDistLock(DataSource dataSource, String table, ZoneId zone, Duration ahead) {

    /** A node with the right time. */
    public OriginalDistLock(DataSource dataSource, String table) {
        this(dataSource, table, ZoneId.systemDefault(), Duration.ZERO);
    }

    private record Row(@Nullable String owner, @Nullable LocalDateTime expiry) {}

    private LocalDateTime now() {
        return LocalDateTime.now(zone).plus(ahead);
    }

    /** Locks the row, and decides by what stands in it. */
    public boolean tryLock(String name, String owner, Duration duration) {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            boolean owned = tryLock(connection, name, owner, duration);
            connection.commit();
            return owned;
        } catch (SQLException | RuntimeException failure) {
            return false;
        }
    }

    private boolean tryLock(Connection connection, String name, String owner, Duration duration) throws SQLException {
        Optional<Row> row = row(connection, name);
        if (row.isEmpty() || row.get().owner() == null) {
            write(
                    connection,
                    "INSERT INTO " + table + " (owner, expiry, name) VALUES (?, ?, ?)",
                    name,
                    owner,
                    duration);
            return true;
        }
        boolean expired = Objects.requireNonNull(row.get().expiry()).isBefore(now());
        if (!owner.equals(row.get().owner()) && !expired) {
            return false;
        }
        write(connection, "UPDATE " + table + " SET owner = ?, expiry = ? WHERE name = ?", name, owner, duration);
        return true;
    }

    private Optional<Row> row(Connection connection, String name) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT owner, expiry FROM " + table + " WHERE name = ? FOR UPDATE")) {
            statement.setString(1, name);
            try (ResultSet rows = statement.executeQuery()) {
                if (!rows.next()) {
                    return Optional.empty();
                }
                return Optional.of(new Row(rows.getString(1), rows.getObject(2, LocalDateTime.class)));
            }
        }
    }

    private void write(Connection connection, String sql, String name, String owner, Duration duration)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, owner);
            statement.setObject(2, now().plusSeconds(duration.toSeconds()));
            statement.setString(3, name);
            statement.executeUpdate();
        }
    }

    /** Clears owner and expiry. */
    public void unlock(String name, String owner) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(
                        "UPDATE " + table + " SET owner = NULL, expiry = NULL WHERE name = ? AND owner = ?")) {
            statement.setString(1, name);
            statement.setString(2, owner);
            statement.executeUpdate();
        }
    }
}
