package io.rowlock.internal.fence;

import io.rowlock.LockStoreException;
import io.rowlock.TableName;
import io.rowlock.internal.database.Detection;
import io.rowlock.internal.jdbc.connection.OpenTransaction;
import io.rowlock.internal.jdbc.connection.SessionMode;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/** Runs a fence on the caller's connections, and ends {@code SQLException} here. Thread-safe. */
public final class Fencing {
    private final TableName table;

    /** By address, so that each database is detected once, not for each write. */
    private final Map<String, Fences> known = new ConcurrentHashMap<>();

    /**
     * A fence.
     *
     * @param table the table of the tokens
     */
    public Fencing(TableName table) {
        this.table = table;
    }

    /**
     * Lets a token pass, unless a newer one has been seen.
     *
     * @param connection with the caller's open transaction
     * @param resource the resource that is written
     * @param token the token of the writer's grant
     * @return the newer token that was seen; empty if this one passed
     * @throws IllegalArgumentException if the connection is in autocommit mode
     * @throws LockStoreException if the database fails
     */
    public OptionalLong newerThan(Connection connection, String resource, long token) {
        try {
            requireTransaction(connection);
            Fences fences = fences(connection);
            return newerThan(fences, connection, resource, token);
        } catch (SQLException failure) {
            throw new LockStoreException(
                    "the database of fence " + table + " could not be asked: " + failure.getMessage()
                            + "; roll the transaction back",
                    failure);
        }
    }

    private OptionalLong newerThan(Fences fences, Connection connection, String resource, long token) {
        try {
            return fences.newerThan(connection, resource, token);
        } catch (SQLException failure) {
            throw new LockStoreException(
                    "fence " + table + " could not be passed: " + failure.getMessage() + " (SQLState "
                            + failure.getSQLState() + ", code " + failure.getErrorCode() + "); "
                            + (fences.isTransient(failure)
                                    ? "others used it at the same time: roll the transaction back, and run it again"
                                    : "roll the transaction back; if the table is missing, create it with the statements"
                                            + " that LockSchema.fenceScript prints"),
                    failure);
        }
    }

    /**
     * Creates the table if it is not there.
     *
     * @param connection in autocommit mode, because some databases commit an open transaction when a table is created
     * @throws IllegalArgumentException if the connection has a transaction
     * @throws LockStoreException if the database fails
     */
    public void create(Connection connection) {
        try {
            if (!connection.getAutoCommit()) {
                throw new IllegalArgumentException(
                        "creating table " + table
                                + " needs a connection in autocommit mode, because some databases commit an open transaction with it");
            }
            try (Statement statement = connection.createStatement()) {
                statement.execute(Fences.create(Detection.detect(connection), table));
            }
        } catch (SQLException failure) {
            throw new LockStoreException(
                    "fence table " + table + " cannot be created: " + failure.getMessage()
                            + "; create it, with a user that may, by the statements that LockSchema.fenceScript prints",
                    failure);
        }
    }

    private void requireTransaction(Connection connection) throws SQLException {
        if (connection.getAutoCommit() && !OpenTransaction.isCertainlyOpen(connection)) {
            throw new IllegalArgumentException("fence " + table
                    + " was to be passed on a connection in autocommit mode, where it protects nothing;"
                    + " call setAutoCommit(false), pass, write, and commit");
        }
        if (SessionMode.commitsBehindTheDriver(connection)) {
            throw new IllegalArgumentException("fence " + table
                    + " was to be passed on a connection whose server is in autocommit mode although its driver says otherwise"
                    + " (SET autocommit = 1 in an init statement), where it protects nothing; leave autocommit to"
                    + " setAutoCommit");
        }
    }

    private Fences fences(Connection connection) throws SQLException {
        String address = String.valueOf(connection.getMetaData().getURL());
        Fences present = known.get(address);
        if (present != null) {
            return present;
        }
        Fences fresh = Fences.of(Detection.detect(connection), table);
        known.put(address, fresh);
        return fresh;
    }
}
