package io.rowlock.testkit.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** A transaction of the application's, on a connection of its own; closed before its end, it is rolled back. */
public final class Transaction implements AutoCloseable {

    private final Connection connection;

    private Transaction(Connection connection) {
        this.connection = connection;
    }

    /** Opens one at the isolation that the driver gives. */
    public static Transaction on(DataSource source) throws SQLException {
        Connection connection = source.getConnection();
        connection.setAutoCommit(false);
        return new Transaction(connection);
    }

    public static Transaction on(DataSource source, int isolation) throws SQLException {
        Connection connection = source.getConnection();
        connection.setTransactionIsolation(isolation);
        connection.setAutoCommit(false);
        return new Transaction(connection);
    }

    public Connection connection() {
        return connection;
    }

    public int run(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int index = 0; index < values.length; index++) {
                statement.setObject(index + 1, values[index]);
            }
            return statement.executeUpdate();
        }
    }

    public long number(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    public void commit() throws SQLException {
        connection.commit();
    }

    public void rollback() throws SQLException {
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
    public interface End {
        void of(Transaction work) throws SQLException;
    }
}
