package io.rowlock.cli.look;

import java.sql.SQLException;
import java.util.Set;

/** Tells from a failure that the user lacks a privilege, by the database's code. */
final class MissingPrivilege {
    private static final String POSTGRESQL = "42501";

    /** MySQL's and MariaDB's for a database, a table, a column and a view; H2's; Oracle's; SQL Server's. */
    private static final Set<Integer> OTHERS = Set.of(1044, 1142, 1143, 1356, 90096, 1031, 229);

    private MissingPrivilege() {}

    static boolean isCauseOf(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException said && is(said)) {
                return true;
            }
        }
        return false;
    }

    private static boolean is(SQLException failure) {
        return POSTGRESQL.equals(failure.getSQLState()) || OTHERS.contains(failure.getErrorCode());
    }
}
