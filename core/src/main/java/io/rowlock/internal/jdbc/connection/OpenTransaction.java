package io.rowlock.internal.jdbc.connection;

import io.rowlock.internal.sql.statement.PgSession;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;

/**
 * Tells whether a connection is in the middle of a transaction. JDBC has no such question, and the driver's autocommit mode is no
 * answer: it can be off without a transaction, and drivers report it as on in the branch of a distributed transaction.
 *
 * <ol>
 *   <li>A connection that a data source lends to the caller's own thread may be that of the caller's transaction. Even one
 *       that has written nothing has much to lose: its view, its savepoints, locks on tables, advisory locks. So {@link
 *       #isCertainlyNone} changes nothing, and says no where the driver or the server cannot tell for certain.
 *   <li>A connection that is lent to a thread of ours is lent to nobody else, because {@link SharedConnection} has rejected
 *       the data sources that do so. A transaction on it was left open by an earlier borrower, or by the pool's own validation
 *       query. {@link #endUnlessItWrote} ends it, unless it has changes, which are neither ours to commit nor to undo.
 * </ol>
 */
public final class OpenTransaction {
    private static final String TRANCOUNT = "SELECT CASE WHEN @@TRANCOUNT > 0 THEN 1 ELSE 0 END";

    /**
     * A lock on a row or a change has a transaction number; LOCK TABLE and an advisory lock have none. Reading takes the locks that are
     * left out.
     */
    private static final String WROTE_OR_LOCKED_ON_POSTGRESQL = """
            SELECT pg_current_xact_id_if_assigned() IS NOT NULL OR EXISTS (
                SELECT 1 FROM pg_locks
                WHERE pid = pg_backend_pid() AND locktype <> 'virtualxid' AND mode NOT IN ('AccessShareLock', 'SIReadLock'))""";

    /** "Transaction characteristics can't be changed while a transaction is in progress", and its like within an XA branch. */
    private static final Set<Integer> IN_PROGRESS = Set.of(1568, 1399);

    private OpenTransaction() {}

    /**
     * Whether it is certain that there is none, not even one that has only read. Never begins or ends one.
     *
     * @param connection a connection with autocommit off
     */
    public static boolean isCertainlyNone(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return switch (product) {
            case "PostgreSQL" -> PgSession.isIdle(connection);
            case "MySQL", "MariaDB" -> acceptsIsolation(connection, connection.getTransactionIsolation());
            // A SELECT without a table begins no transaction there.
            case "Microsoft SQL Server" -> !isTrue(connection, TRANCOUNT);
            // H2 and Oracle show only transactions that have written or locked something.
            default -> false;
        };
    }

    /**
     * Whether it is certain that there is one although the driver reports autocommit: the branch of a distributed transaction, or
     * one that was begun by a statement. Never begins or ends one.
     *
     * @param connection a connection that reports autocommit
     * @return false also where the driver or the server does not tell
     * @throws SQLException if the server cannot be asked
     */
    public static boolean isCertainlyOpen(Connection connection) throws SQLException {
        return switch (connection.getMetaData().getDatabaseProductName()) {
            case "PostgreSQL" -> PgSession.driverConnection(connection) != null && !PgSession.isIdle(connection);
            // With autocommit, a transaction is in progress only once a statement has begun one, and until one ends it.
            case "MySQL", "MariaDB" ->
                !acceptsIsolation(connection, SessionMode.of(connection).isolation());
            default -> false;
        };
    }

    /**
     * Ends the transaction that a connection of ours was lent with, if it has neither written nor locked anything.
     *
     * @param connection a connection with autocommit off, lent to nobody else
     * @param isolation its isolation level, which stays as it is
     * @return whether there is none now
     */
    static boolean endUnlessItWrote(Connection connection, int isolation) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return switch (product) {
            case "PostgreSQL" -> PgSession.isIdle(connection) || endUnless(connection, WROTE_OR_LOCKED_ON_POSTGRESQL);
            case "MySQL", "MariaDB" -> acceptsIsolation(connection, isolation);
            case "H2" ->
                endUnless(
                        connection,
                        "SELECT contains_uncommitted FROM information_schema.sessions WHERE session_id = SESSION_ID()");
            case "Oracle" ->
                endUnless(
                        connection,
                        "SELECT CASE WHEN DBMS_TRANSACTION.LOCAL_TRANSACTION_ID IS NULL THEN 0 ELSE 1 END FROM DUAL");
            case "Microsoft SQL Server" -> !isTrue(connection, TRANCOUNT);
            // An unknown product is rejected by name afterwards, whatever is open on its connections.
            default -> true;
        };
    }

    /** The rollback ends what the question itself began, too. */
    private static boolean endUnless(Connection connection, String wrote) throws SQLException {
        if (isTrue(connection, wrote)) {
            return false;
        }
        connection.rollback();
        return true;
    }

    private static boolean isTrue(Connection connection, String question) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(question)) {
            return rows.next() && rows.getBoolean(1);
        }
    }

    /**
     * Whether MySQL or MariaDB is in no transaction. The server takes a level for the next transaction, the one it has,
     * unless a transaction is in progress, even one that has only read.
     */
    static boolean acceptsIsolation(Connection connection, int isolation) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET TRANSACTION ISOLATION LEVEL " + level(isolation));
            return true;
        } catch (SQLException rejected) {
            if (IN_PROGRESS.contains(rejected.getErrorCode())) {
                return false;
            }
            throw rejected;
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
