package io.rowlock.internal.sql.statement;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Runs several statements as one, where no single one can pass over a locked row and change it: the first locks what is
 * not locked by others, the next change it, and the commit ends both.
 */
public final class LockFirst {

    /** The statements between begin and commit. */
    @FunctionalInterface
    public interface Act<T> {
        T run(Connection connection) throws SQLException;
    }

    private LockFirst() {}

    /** Runs an act in a transaction of its own, on a connection in autocommit mode, and leaves it in that mode. */
    public static <T> T inOneTransaction(Connection connection, Act<T> act) throws SQLException {
        connection.setAutoCommit(false);
        try {
            T result = act.run(connection);
            connection.commit();
            connection.setAutoCommit(true);
            return result;
        } catch (SQLException | RuntimeException failure) {
            undo(connection, failure);
            throw failure;
        }
    }

    /** The first failure is the one to tell; a connection that cannot even be rolled back is replaced by its owner. */
    private static void undo(Connection connection, Exception failure) {
        try {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException second) {
            failure.addSuppressed(second);
        }
    }
}
