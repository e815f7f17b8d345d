package io.rowlock.engines.worker;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * A number in the database that is read, raised and written without a transaction: two who do it at once lose a step.
 * Each step leaves a line with its result and the token under which it was made. One thread at a time may use it.
 */
public final class Tally implements AutoCloseable {

    /**
     * One step.
     *
     * @param result the number that was written
     * @param token the token of the hold under which it was
     */
    public record Step(long result, long token) {}

    private final Connection connection;
    private final String name;

    private Tally(Connection connection, String name) {
        this.connection = connection;
        this.name = name;
    }

    /**
     * The number of that name, over a connection of its own.
     *
     * @param dataSource where the connection comes from
     * @param name which number
     * @return the number, to be closed
     * @throws SQLException when the database cannot be reached
     */
    public static Tally of(DataSource dataSource, String name) throws SQLException {
        return new Tally(dataSource.getConnection(), name);
    }

    /**
     * Makes the number, as 0, and what it needs.
     *
     * @param dataSource where a connection comes from
     * @param name which number
     * @return the number, to be closed
     * @throws SQLException when it cannot be made
     */
    public static synchronized Tally create(DataSource dataSource, String name) throws SQLException {
        Tally tally = of(dataSource, name);
        try (Statement statement = tally.connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS tally (name VARCHAR(100) PRIMARY KEY, n BIGINT NOT NULL)");
            statement.execute("CREATE TABLE IF NOT EXISTS tally_step"
                    + " (name VARCHAR(100) NOT NULL, n BIGINT NOT NULL, token BIGINT NOT NULL)");
        }
        tally.update("INSERT INTO tally (n, name) VALUES (?, ?)", 0);
        return tally;
    }

    /**
     * Adds one.
     *
     * @param token the token of the hold under which it is done
     * @throws SQLException when the database fails
     */
    public void add(long token) throws SQLException {
        long result = number() + 1;
        update("UPDATE tally SET n = ? WHERE name = ?", result);
        try (PreparedStatement statement =
                connection.prepareStatement("INSERT INTO tally_step (name, n, token) VALUES (?, ?, ?)")) {
            statement.setString(1, name);
            statement.setLong(2, result);
            statement.setLong(3, token);
            statement.executeUpdate();
        }
    }

    /**
     * How far it is.
     *
     * @return the number
     * @throws SQLException when the database fails
     */
    public long number() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT n FROM tally WHERE name = ?")) {
            statement.setString(1, name);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    /**
     * All steps, in the order of their results, then of their tokens.
     *
     * @return the steps
     * @throws SQLException when the database fails
     */
    public List<Step> steps() throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT n, token FROM tally_step WHERE name = ? ORDER BY n, token")) {
            statement.setString(1, name);
            try (ResultSet rows = statement.executeQuery()) {
                List<Step> steps = new ArrayList<>();
                while (rows.next()) {
                    steps.add(new Step(rows.getLong(1), rows.getLong(2)));
                }
                return steps;
            }
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    private void update(String sql, long number) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, number);
            statement.setString(2, name);
            statement.executeUpdate();
        }
    }
}
