package io.rowlock.internal.sql.statement;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A whole statement, its table and clock filled in once, and the least JDBC that runs it.
 *
 * @param sql the statement
 * @param server the kind of server that it is for
 */
public record Query(String sql, Server server) {

    /** The kinds of servers that have to be told apart, because PostgreSQL's driver needs more than plain JDBC. */
    public enum Server {
        /** Its warnings come with the answer; other drivers ask the server for them. */
        POSTGRESQL,
        /** Any other: the driver need not be checked. */
        OTHER,
        /** The driver tells. */
        UNKNOWN
    }

    public Query(String sql) {
        this(sql, Server.UNKNOWN);
    }

    /** Sets the values of a statement. */
    @FunctionalInterface
    public interface Binder {
        void bind(PreparedStatement statement) throws SQLException;
    }

    /** Reads the row that a result set stands on. */
    @FunctionalInterface
    public interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Takes in the row that a result set stands on. */
    @FunctionalInterface
    public interface RowReader {
        void read(ResultSet row) throws SQLException;
    }

    /**
     * The outcome of an update whose statement set a number aside.
     *
     * @param count how many rows it changed
     * @param number the number set aside; 0 if no row was changed
     */
    public record Numbered(int count, long number) {}

    public static final Binder NOTHING = statement -> {};
    public static final RowReader SKIP = row -> {};

    public <T> List<T> list(Connection connection, Binder binder, Reader<T> reader) throws SQLException {
        Connection driver = postgreSqlDriver(connection);
        try (PreparedStatement statement = prepared(connection.prepareStatement(sql), driver)) {
            binder.bind(statement);
            try (ResultSet rows = statement.executeQuery()) {
                check(statement, driver);
                List<T> read = new ArrayList<>();
                while (rows.next()) {
                    read.add(reader.read(rows));
                }
                return read;
            }
        }
    }

    /** Whether a statement returns a row. */
    public boolean any(Connection connection, Binder binder) throws SQLException {
        return !list(connection, binder, row -> true).isEmpty();
    }

    /** Reads the only row of a statement that always has one. */
    public <T> T one(Connection connection, Binder binder, Reader<T> reader) throws SQLException {
        return list(connection, binder, reader).get(0);
    }

    /** Runs several statements, sent as one text, and reads the rows of each. */
    public void lists(Connection connection, Binder binder, List<RowReader> readers) throws SQLException {
        Connection driver = postgreSqlDriver(connection);
        try (PreparedStatement statement = prepared(connection.prepareStatement(sql), driver)) {
            binder.bind(statement);
            statement.execute();
            check(statement, driver);
            for (RowReader reader : readers) {
                try (ResultSet rows = statement.getResultSet()) {
                    while (rows.next()) {
                        reader.read(rows);
                    }
                }
                statement.getMoreResults();
            }
        }
    }

    public int update(Connection connection, Binder binder) throws SQLException {
        Connection driver = postgreSqlDriver(connection);
        try (PreparedStatement statement = prepared(connection.prepareStatement(sql), driver)) {
            binder.bind(statement);
            int count = statement.executeUpdate();
            check(statement, driver);
            return count;
        }
    }

    /** Runs an update and reads the number that came back with its count, in the same round trip. */
    public Numbered numberedUpdate(Connection connection, Binder binder) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
            binder.bind(statement);
            int count = statement.executeUpdate();
            return new Numbered(count, count == 0 ? 0 : generatedKey(statement));
        }
    }

    private @Nullable Connection postgreSqlDriver(Connection connection) {
        return server == Server.OTHER ? null : PgSession.driverConnection(connection);
    }

    private static PreparedStatement prepared(PreparedStatement statement, @Nullable Connection driver)
            throws SQLException {
        if (driver != null) {
            PgSession.prepare(driver, statement);
        }
        return statement;
    }

    /** Also where the driver's own connection is hidden. */
    private void check(PreparedStatement statement, @Nullable Connection driver) throws SQLException {
        if (server == Server.POSTGRESQL || driver != null) {
            PgWarnings.check(statement.getWarnings());
        }
    }

    private static long generatedKey(PreparedStatement statement) throws SQLException {
        try (ResultSet keys = statement.getGeneratedKeys()) {
            return keys.next() ? keys.getLong(1) : 0;
        }
    }
}
