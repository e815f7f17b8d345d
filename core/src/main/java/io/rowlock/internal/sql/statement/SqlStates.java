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
 * Classifies failures by SQLState, vendor code and class.
 *
 * <ol>
 *   <li>In autocommit mode, an error that the server answered usually means that nothing was changed. Only classes of SQLStates and
 *       codes of which that is known are counted so. They are errors of a statement before its commit, or a commit that was
 *       rolled back.
 *   <li>After any other failure nobody knows: a connection that failed, a statement that was killed, an error of the commit
 *       itself, an internal error, or an error without an SQLState.
 * </ol>
 */
public final class SqlStates {
    private static final String CONNECTION_CLASS = "08";
    private static final String SHUTDOWN_CLASS = "57P";

    /** The statement's completion is unknown, although its class is that of rollbacks. */
    private static final String COMPLETION_UNKNOWN = "40003";

    /** PostgreSQL's state for a lock that was not available within the timeout. */
    private static final String LOCK_TIMEOUT = "55P03";

    private static final Set<String> PASSING =
            Set.of("40000", "40001", "40P01", LOCK_TIMEOUT, "57014", "23505", "23000");

    /**
     * Classes of errors that end a statement before its commit: features, data, constraints, transaction states, privileges, rollbacks,
     * syntax, triggers and their errors, and exhausted resources. Not among them: 58 (system error), HV (a foreign server), HY (the
     * drivers' general error), XX (internal error), 2D (an invalid end of a transaction).
     */
    private static final Set<String> REJECTED_CLASSES = Set.of(
            "07", "09", "0A", "0L", "0P", "20", "21", "22", "23", "24", "25", "26", "27", "28", "2F", "34", "38", "39",
            "3D", "3F", "40", "42", "44", "45", "53", "54", "55", "57", "P0");

    /** MySQL's driver rejects a statement by itself, and sends nothing: the connection is read-only, for one. */
    private static final String NOT_SENT = "S1009";

    private SqlStates() {}

    /** Whether a statement was ended because a row was locked for longer than the session's lock timeout. */
    public static boolean isLockTimeout(SQLException failure) {
        return LOCK_TIMEOUT.equals(failure.getSQLState());
    }

    public static Kind classify(SQLException failure) {
        String state = state(failure);
        if (isConnectionFailure(failure, state) || state.equals(COMPLETION_UNKNOWN)) {
            return Kind.UNKNOWN;
        }
        if (PASSING.contains(state)) {
            return Kind.TRANSIENT;
        }
        // A driver that stops waiting does not know whether the statement was committed before it was cancelled.
        boolean rejected = !(failure instanceof SQLTimeoutException)
                && state.length() == 5
                && (REJECTED_CLASSES.contains(state.substring(0, 2)) || state.equals(NOT_SENT));
        return rejected ? Kind.REJECTED : Kind.UNKNOWN;
    }

    /**
     * By the database's own codes first. The SQLState of a failure without a known code decides.
     *
     * @param unknown codes after which nobody knows
     * @param passing codes of failures that may pass; nothing was changed
     * @param rejected codes of plain rejections whose SQLState does not tell that nothing was changed
     */
    public static Kind classify(
            SQLException failure, Set<Integer> unknown, Set<Integer> passing, Set<Integer> rejected) {
        int code = failure.getErrorCode();
        if (unknown.contains(code)) {
            return Kind.UNKNOWN;
        }
        if (passing.contains(code)) {
            return Kind.TRANSIENT;
        }
        return rejected.contains(code) && isAnswer(failure) ? Kind.REJECTED : classify(failure);
    }

    /** Whether the server answered with this error, as far as the driver tells. */
    public static boolean isAnswer(SQLException failure) {
        return !(failure instanceof SQLTimeoutException) && !isConnectionFailure(failure, state(failure));
    }

    private static String state(SQLException failure) {
        return failure.getSQLState() == null ? "" : failure.getSQLState();
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
