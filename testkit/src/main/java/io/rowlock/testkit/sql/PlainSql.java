package io.rowlock.testkit.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * Statements past Rowlock, each over a connection of its own, committed at once.
 *
 * @param source of the connections
 */
public record PlainSql(DataSource source) {

    private static final int ATTEMPTS = 200;

    /** H2's ALTER TABLE keeps everybody from the whole database while it waits, also those for whom it waits. */
    private static final String H2_BRIEFLY = "SET LOCK_TIMEOUT 50";

    /** Runs a statement; returns how many rows it changed. */
    public int run(String sql, Object... values) {
        return with(sql, values, PreparedStatement::executeUpdate);
    }

    /** The number in the first row and column. */
    public long number(String query, Object... values) {
        return with(query, values, statement -> {
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getLong(1);
            }
        });
    }

    /** Runs the statement for all these values, in one transaction. */
    public void batch(String sql, Stream<Object[]> values) {
        try (Connection connection = source.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            connection.setAutoCommit(false);
            for (Object[] each : values.toList()) {
                bind(statement, each);
                statement.addBatch();
            }
            statement.executeBatch();
            connection.commit();
        } catch (SQLException failure) {
            throw new IllegalStateException("the test's own statement failed: " + sql, failure);
        }
    }

    /** All columns of all rows, as text, so that rows can be compared. */
    public List<Map<String, String>> rows(String query, Object... values) {
        return with(query, values, statement -> {
            try (ResultSet rows = statement.executeQuery()) {
                List<Map<String, String>> all = new ArrayList<>();
                while (rows.next()) {
                    all.add(columns(rows));
                }
                return all;
            }
        });
    }

    public boolean succeeds(String query) {
        try {
            number(query);
            return true;
        } catch (IllegalStateException rejected) {
            return false;
        }
    }

    private static Map<String, String> columns(ResultSet row) throws SQLException {
        ResultSetMetaData names = row.getMetaData();
        Map<String, String> columns = new LinkedHashMap<>();
        for (int column = 1; column <= names.getColumnCount(); column++) {
            columns.put(names.getColumnLabel(column).toLowerCase(Locale.ROOT), String.valueOf(row.getString(column)));
        }
        return columns;
    }

    /** H2 makes one statement that changes tables wait for another, and not for long; so it is tried often. */
    private <T> T with(String sql, Object[] values, Action<T> action) {
        for (int attempt = 1; ; attempt++) {
            try {
                return once(sql, values, action);
            } catch (SQLException failure) {
                if (attempt == ATTEMPTS || !isPassing(failure)) {
                    throw new IllegalStateException("the test's own statement failed: " + sql, failure);
                }
            }
        }
    }

    /** A wait that was too long; or, on PostgreSQL, another test that granted or dropped something at the same moment. */
    private static boolean isPassing(SQLException failure) {
        return failure instanceof SQLTimeoutException
                || String.valueOf(failure.getMessage()).contains("tuple concurrently updated");
    }

    private <T> T once(String sql, Object[] values, Action<T> action) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            if (isAlterOnH2(sql, connection)) {
                waitBriefly(connection);
            }
            bind(statement, values);
            return action.apply(statement);
        }
    }

    private static boolean isAlterOnH2(String sql, Connection connection) throws SQLException {
        return sql.startsWith("ALTER TABLE")
                && connection.getMetaData().getDatabaseProductName().equals("H2");
    }

    /** The connection is this statement's own, so nothing is set back. */
    private static void waitBriefly(Connection connection) throws SQLException {
        try (Statement setting = connection.createStatement()) {
            setting.execute(H2_BRIEFLY);
        }
    }

    private static void bind(PreparedStatement statement, Object[] values) throws SQLException {
        for (int index = 0; index < values.length; index++) {
            statement.setObject(index + 1, values[index]);
        }
    }

    private interface Action<T> {
        T apply(PreparedStatement statement) throws SQLException;
    }
}
