package io.rowlock.testkit.guard;

import io.rowlock.Fence;
import io.rowlock.LockStoreException;
import io.rowlock.StaleTokenException;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.sql.PlainSql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** Data of the application's behind a fence, and the order in which it was written. */
public final class FencedData implements AutoCloseable {

    private static final String RESOURCE = "stock";

    private final DataSource source;
    private final PlainSql sql;
    private final String fenceTable;
    private final String dataTable;
    private final Fence fence;
    private final List<Long> written = new ArrayList<>();

    public FencedData(ContractFixture fixture) throws SQLException {
        String id = fixture.name("").replace('-', '_');
        source = fixture.source();
        sql = new PlainSql(source);
        fenceTable = "fence" + id;
        dataTable = "data" + id;
        fence = Fence.table(fenceTable);
        try (Connection connection = source.getConnection()) {
            fence.createTable(connection);
        }
        sql.run("CREATE TABLE " + dataTable + " (id INT NOT NULL PRIMARY KEY, token BIGINT NOT NULL)");
        sql.run("INSERT INTO " + dataTable + " VALUES (1, 0)");
    }

    /** The possible results of a write. */
    public enum Outcome {
        WRITTEN,
        STALE,
        /** The database failed the write because of a concurrent transaction. */
        FAILED
    }

    public Fence fence() {
        return fence;
    }

    /** A transaction at this isolation; closing the connection without a commit undoes it. */
    public Connection begin(int isolation) throws SQLException {
        Connection connection = source.getConnection();
        connection.setTransactionIsolation(isolation);
        connection.setAutoCommit(false);
        return connection;
    }

    /** Writes in a transaction of its own. */
    public Outcome write(int isolation, long token) throws SQLException {
        try (Connection connection = begin(isolation)) {
            Outcome outcome = writeAndCommit(connection, token);
            if (outcome != Outcome.WRITTEN) {
                connection.rollback();
            }
            return outcome;
        }
    }

    /** Writes until it is written or stale. */
    public Outcome writeStubbornly(int isolation, long token) throws SQLException {
        Outcome outcome;
        do {
            outcome = write(isolation, token);
        } while (outcome == Outcome.FAILED);
        return outcome;
    }

    /** Between pass and commit nobody else is let in, so that the order of the notes is the order of the commits. */
    private Outcome writeAndCommit(Connection connection, long token) {
        try {
            fence.pass(connection, RESOURCE, token);
            put(connection, token);
            note(token);
            return committed(connection, token);
        } catch (StaleTokenException stale) {
            return Outcome.STALE;
        } catch (LockStoreException | SQLException rejected) {
            return Outcome.FAILED;
        }
    }

    private Outcome committed(Connection connection, long token) throws SQLException {
        try {
            connection.commit();
            return Outcome.WRITTEN;
        } catch (SQLException rejected) {
            forget(token);
            throw rejected;
        }
    }

    public void pass(Connection connection, long token) {
        fence.pass(connection, RESOURCE, token);
    }

    public void put(Connection connection, long token) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("UPDATE " + dataTable + " SET token = ? WHERE id = 1")) {
            statement.setLong(1, token);
            statement.executeUpdate();
        }
    }

    /** Reads in the transaction, which fixes what it sees from then on if its isolation asks for that. */
    public void look(Connection connection) throws SQLException {
        for (String table : List.of(dataTable, fenceTable)) {
            try (PreparedStatement statement = connection.prepareStatement("SELECT COUNT(*) FROM " + table)) {
                statement.executeQuery().next();
            }
        }
    }

    private synchronized void note(long token) {
        written.add(token);
    }

    private synchronized void forget(long token) {
        written.remove(written.lastIndexOf(token));
    }

    /** The tokens of all writes, in the order of their commits. */
    public synchronized List<Long> written() {
        return List.copyOf(written);
    }

    public long value() {
        return sql.number("SELECT token FROM " + dataTable + " WHERE id = 1");
    }

    /** The fence's rows. */
    public List<Map<String, String>> seen() {
        return sql.rows("SELECT resource, token FROM " + fenceTable);
    }

    @Override
    public void close() {
        sql.run("DROP TABLE " + fenceTable);
        sql.run("DROP TABLE " + dataTable);
    }
}
