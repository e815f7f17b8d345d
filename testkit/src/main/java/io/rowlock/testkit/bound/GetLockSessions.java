package io.rowlock.testkit.bound;

import io.rowlock.testkit.fixture.ContractFixture;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The sessions of a MySQL or MariaDB server that use {@code GET_LOCK}. */
final class GetLockSessions {
    private GetLockSessions() {}

    static void awaitQueued(ContractFixture fixture, String name) throws SQLException {
        try (Connection connection = fixture.source().getConnection()) {
            fixture.await().until(() -> queued(connection, name) == 1);
        }
    }

    /** How many sessions wait inside the server. */
    static long queued(Connection connection, String name) throws SQLException {
        return ask(
                connection,
                "SELECT COUNT(*) FROM information_schema.processlist WHERE state = 'User lock' AND info LIKE CONCAT('%', ?, '%')"
                        + " AND info LIKE '%GET_LOCK%'",
                name);
    }

    static long ask(Connection connection, String query, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, name);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getLong(1);
            }
        }
    }
}
