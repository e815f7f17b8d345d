package io.rowlock.internal.sql.statement;

import io.rowlock.internal.store.StoreException.Kind;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;

/**
 * Classifies failures by SQLState and class, as far as all databases have them in common. In autocommit mode an
 * error that the server answered means that nothing was changed; a connection that failed means that nobody knows.
 */
public final class SqlStates {
    private static final String CONNECTION_CLASS = "08";
    private static final String SHUTDOWN_CLASS = "57P";
    private static final Set<String> PASSING = Set.of("40000", "40001", "40P01", "55P03", "57014", "23505", "23000");

    private SqlStates() {}

    public static Kind classify(SQLException failure) {
        String state = failure.getSQLState() == null ? "" : failure.getSQLState();
        if (isConnectionFailure(failure, state)) {
            return Kind.UNKNOWN;
        }
        if (PASSING.contains(state)) {
            return Kind.TRANSIENT;
        }
        // A driver that stops waiting does not know whether the statement was committed before it was cancelled.
        return failure instanceof SQLTimeoutException ? Kind.UNKNOWN : Kind.REJECTED;
    }

    /** By the database's own numbers first: those after which nobody knows, and those that may pass. */
    public static Kind classify(SQLException failure, Set<Integer> connectionCodes, Set<Integer> passingCodes) {
        if (connectionCodes.contains(failure.getErrorCode())) {
            return Kind.UNKNOWN;
        }
        return passingCodes.contains(failure.getErrorCode()) ? Kind.TRANSIENT : classify(failure);
    }

    private static boolean isConnectionFailure(SQLException failure, String state) {
        return state.startsWith(CONNECTION_CLASS)
                || state.startsWith(SHUTDOWN_CLASS)
                || failure instanceof SQLNonTransientConnectionException
                || failure instanceof SQLTransientConnectionException
                || failure instanceof SQLRecoverableException
                || isCausedByIo(failure);
    }

    private static boolean isCausedByIo(Throwable failure) {
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException) {
                return true;
            }
        }
        return false;
    }
}
