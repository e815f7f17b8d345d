package io.rowlock.testkit.contract;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** A transaction of the application's, on a connection of its own; closed before its end, it is rolled back. */
final class Transaction implements AutoCloseable {

    private final Connection connection;

    private Transaction(Connection connection) {
        this.connection = connection;
    }

    /** Opens one at the isolation that the driver gives. */
    static Transaction on(DataSource source) throws SQLException {
        Connection connection = source.getConnection();
        connection.setAutoCommit(false);
        return new Transaction(connection);
    }

    static Transaction on(DataSource source, int isolation) throws SQLException {
        Connection connection = source.getConnection();
        connection.setTransactionIsolation(isolation);
        connection.setAutoCommit(false);
        return new Transaction(connection);
    }

    Connection connection() {
        return connection;
    }

    int run(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int index = 0; index < values.length; index++) {
                statement.setObject(index + 1, values[index]);
            }
            return statement.executeUpdate();
        }
    }

    long number(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    void commit() throws SQLException {
        connection.commit();
    }

    void rollback() throws SQLException {
        connection.rollback();
    }

    @Override
    public void close() throws SQLException {
        try (connection) {
            if (!connection.isClosed()) {
                connection.rollback();
            }
        }
    }

    /** How a transaction ends. */
    @FunctionalInterface
    interface End {
        void of(Transaction work) throws SQLException;
    }
}
