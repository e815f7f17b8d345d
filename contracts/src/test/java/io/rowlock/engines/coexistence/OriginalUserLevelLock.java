package io.rowlock.engines.coexistence;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * A node that still calls {@code GET_LOCK} and {@code RELEASE_LOCK} itself, on one connection that it keeps meanwhile, as the
 * document ends up doing.
 *
 * @param dataSource where connections come from
 */
public record OriginalUserLevelLock(DataSource dataSource) {

    /** A lock that was got, and the connection that it is on. */
    public record Held(Connection connection, String name) implements AutoCloseable {

        @Override
        public void close() throws SQLException {
            try (connection) {
                long answer = ask(connection, "SELECT RELEASE_LOCK(?)", name);
                if (answer != 1) {
                    throw new IllegalStateException("RELEASE_LOCK('" + name + "') answered " + answer);
                }
            }
        }
    }

    /** Gets the lock if it is free. */
    public Optional<Held> tryLock(String name) throws SQLException {
        Connection connection = dataSource.getConnection();
        if (ask(connection, "SELECT GET_LOCK(?, 0)", name) == 1) {
            return Optional.of(new Held(connection, name));
        }
        connection.close();
        return Optional.empty();
    }

    private static long ask(Connection connection, String query, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, name);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getLong(1);
            }
        }
    }
}
