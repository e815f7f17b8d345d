package io.rowlock.internal.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;

/**
 * Tells whether a connection that was lent with autocommit off is in the middle of a transaction that has something to
 * lose. JDBC has no such question: switching autocommit on would commit the transaction, and a rollback would undo it, and
 * neither is ours to do. Afterwards, if the answer is no, the connection is in no transaction at all.
 */
final class OpenTransaction {
    private static final String ACTIVE_SQL_TRANSACTION = "25001";

    /** "Transaction characteristics can't be changed while a transaction is in progress", and its like within an XA branch. */
    private static final Set<Integer> IN_PROGRESS = Set.of(1568, 1399);

    private OpenTransaction() {}

    /**
     * Whether there is one.
     *
     * @param connection a connection with autocommit off
     * @param isolation its isolation level, which stays as it is
     */
    static boolean on(Connection connection, int isolation) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return switch (product) {
            case "PostgreSQL" ->
                !isIdle(connection) && tells(connection, "SELECT pg_current_xact_id_if_assigned() IS NOT NULL");
            case "MySQL", "MariaDB" -> !acceptsIsolation(connection, isolation);
            case "H2" ->
                tells(
                        connection,
                        "SELECT contains_uncommitted FROM information_schema.sessions WHERE session_id = SESSION_ID()");
            case "Oracle" ->
                tells(
                        connection,
                        "SELECT CASE WHEN DBMS_TRANSACTION.LOCAL_TRANSACTION_ID IS NULL THEN 0 ELSE 1 END FROM DUAL");
            case "Microsoft SQL Server" -> tells(connection, "SELECT CASE WHEN @@TRANCOUNT > 0 THEN 1 ELSE 0 END");
            // An unknown product is refused by name afterwards, whatever is open on its connections.
            default -> false;
        };
    }

    /** PostgreSQL's driver knows whether a transaction is open, and says so when this is set, without asking the server. */
    private static boolean isIdle(Connection connection) throws SQLException {
        try {
            connection.setReadOnly(connection.isReadOnly());
            return true;
        } catch (SQLException refused) {
            if (ACTIVE_SQL_TRANSACTION.equals(refused.getSQLState())) {
                return false;
            }
            throw refused;
        }
    }

    /** Asks, and ends the transaction that the question itself began, or that has neither written nor locked a row. */
    private static boolean tells(Connection connection, String question) throws SQLException {
        boolean open;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(question)) {
            open = rows.next() && rows.getBoolean(1);
        }
        if (!open) {
            connection.rollback();
        }
        return open;
    }

    /** The server takes a level for the next transaction, the one it has, unless a transaction is in progress. */
    private static boolean acceptsIsolation(Connection connection, int isolation) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET TRANSACTION ISOLATION LEVEL " + level(isolation));
            return true;
        } catch (SQLException refused) {
            if (IN_PROGRESS.contains(refused.getErrorCode())) {
                return false;
            }
            throw refused;
        }
    }

    private static String level(int isolation) {
        return switch (isolation) {
            case Connection.TRANSACTION_READ_UNCOMMITTED -> "READ UNCOMMITTED";
            case Connection.TRANSACTION_READ_COMMITTED -> "READ COMMITTED";
            case Connection.TRANSACTION_SERIALIZABLE -> "SERIALIZABLE";
            default -> "REPEATABLE READ";
        };
    }
}
