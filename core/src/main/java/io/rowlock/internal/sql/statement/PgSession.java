package io.rowlock.internal.sql.statement;

import io.rowlock.internal.time.SuspensionTicker;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.Map;
import java.util.OptionalInt;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection of PostgreSQL's own driver, with the care that it needs beyond plain JDBC so that its answers can be trusted.
 *
 * <ol>
 *   <li>A statement that the driver has prepared under a name exists in one server session. Behind a pooler that shares sessions
 *       the name may reach a session where it means the statement of another client, which then runs with our values; even a
 *       COMMIT can become a ROLLBACK. So names are used only once the session is known to be this connection's own. Before, and
 *       behind any pooler, the driver sends each statement whole, in one unit that no pooler tears apart.
 *   <li>The session is our own if the server's process number is the one that the driver was told when it connected: a pooler
 *       tells its clients a number that it has made up. The number is asked together with the isolation level when the connection
 *       is lent; of a connection that came with autocommit off, when it has been used a few times.
 * </ol>
 *
 * Decided by driver rather than by dialect, because statements on tables that others have designed go the same way.
 */
public final class PgSession {
    private static final Logger LOG = LoggerFactory.getLogger(PgSession.class);

    /** SQLState of what is not supported. */
    private static final String REJECTED = "0A000";

    /** SQLState of what cannot be done while a transaction is active. */
    private static final String IN_TRANSACTION = "25001";

    /** How many statements a connection runs before it is asked whose session it uses. */
    private static final int UNASKED = 8;

    private static final String LEVEL = "SELECT pg_backend_pid(), current_setting('transaction_isolation')";

    private static final Map<Connection, PgSession> KNOWN = Collections.synchronizedMap(new WeakHashMap<>());

    private final KnownIsolation isolation = new KnownIsolation(SuspensionTicker.SYSTEM);
    private int statements;
    private @Nullable Boolean ours;

    /** The connection's threshold before names were suspended. */
    private OptionalInt lentWith = OptionalInt.empty();

    private PgSession() {}

    private static PgSession of(Connection driverConnection) {
        return KNOWN.computeIfAbsent(driverConnection, fresh -> new PgSession());
    }

    /** The driver's own connection behind a connection; null if it is of another driver, or hides it. */
    static @Nullable public Connection driverConnection(Connection connection) {
        return PgDriver.connection(connection);
    }

    /**
     * Keeps the driver from naming statements of its own, and plain ones, until {@link #resumeNames}. To be called before anything
     * else is done with a connection.
     *
     * @param connection of any driver
     * @throws SQLException if the driver cannot be kept from it, and the session is not known to be the connection's own
     */
    public static void suspendNames(Connection connection) throws SQLException {
        Connection driverConnection = driverConnection(connection);
        if (driverConnection != null) {
            of(driverConnection).suspend(PgDriver.of(driverConnection), driverConnection);
        }
    }

    private synchronized void suspend(PgDriver driver, Connection connection) throws SQLException {
        int threshold = driver.prepareThreshold(connection);
        if (threshold < 0) {
            requireOurs(driver, connection, threshold);
        } else if (lentWith.isEmpty()) {
            lentWith = OptionalInt.of(threshold);
            driver.setPrepareThreshold(connection, 0);
        }
    }

    private void requireOurs(PgDriver driver, Connection connection, int threshold) throws SQLException {
        if (!isOurs(driver, connection, true)) {
            throw new SQLException(
                    "behind a pooler, prepareThreshold=" + threshold
                            + " is not safe: the driver then names every statement,"
                            + " and the pooler can mistake it for another's; leave prepareThreshold out of the driver's"
                            + " settings",
                    REJECTED);
        }
    }

    /**
     * Undoes {@link #suspendNames}.
     *
     * @param connection of any driver
     * @throws SQLException if the connection is closed
     */
    public static void resumeNames(Connection connection) throws SQLException {
        Connection driverConnection = driverConnection(connection);
        if (driverConnection != null) {
            of(driverConnection).resume(PgDriver.of(driverConnection), driverConnection);
        }
    }

    private synchronized void resume(PgDriver driver, Connection connection) throws SQLException {
        isolation.used();
        if (lentWith.isPresent()) {
            driver.setPrepareThreshold(connection, lentWith.getAsInt());
            lentWith = OptionalInt.empty();
        }
    }

    /**
     * The isolation level of a connection that was just lent, with names suspended and in autocommit mode. While READ COMMITTED is
     * known, the server is not asked; see {@link KnownIsolation}.
     *
     * @param connection of any driver
     * @return empty if it is of another driver, hides its own, or is not known to have a session of its own: a pooler may lend it
     *     another session each time, so the driver has to be asked each time
     * @throws SQLException if the server cannot be asked
     */
    public static OptionalInt isolation(Connection connection) throws SQLException {
        Connection driverConnection = driverConnection(connection);
        return driverConnection == null
                ? OptionalInt.empty()
                : of(driverConnection).level(PgDriver.of(driverConnection), driverConnection);
    }

    private synchronized OptionalInt level(PgDriver driver, Connection connection) throws SQLException {
        if (Boolean.FALSE.equals(ours)) {
            return OptionalInt.empty();
        }
        if (Boolean.TRUE.equals(ours) && isolation.isReadCommitted()) {
            return OptionalInt.of(Connection.TRANSACTION_READ_COMMITTED);
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(LEVEL)) {
            row.next();
            ours = row.getInt(1) == driver.backendPid(connection);
            int level = KnownIsolation.level(row.getString(2));
            isolation.answered(level);
            return Boolean.TRUE.equals(ours) ? OptionalInt.of(level) : OptionalInt.empty();
        }
    }

    /**
     * Keeps the driver from naming statements on the connection of a caller's transaction, including its COMMIT, from
     * then on, unless the session is known to be the connection's own.
     *
     * @param connection of any driver, in a transaction
     * @throws SQLException if the server cannot be asked, or the driver cannot be kept from it
     */
    public static void protectTransaction(Connection connection) throws SQLException {
        Connection driverConnection = driverConnection(connection);
        if (driverConnection != null) {
            of(driverConnection).protect(PgDriver.of(driverConnection), driverConnection);
        }
    }

    private synchronized void protect(PgDriver driver, Connection connection) throws SQLException {
        int threshold = driver.prepareThreshold(connection);
        if (threshold < 0) {
            requireOurs(driver, connection, threshold);
        } else if (threshold > 0 && !isOurs(driver, connection, true)) {
            driver.setPrepareThreshold(connection, 0);
        }
    }

    /**
     * Whether the driver knows that its session is in no transaction. It is told so with each answer, and the server is not
     * asked.
     *
     * @param connection of any driver
     * @return false also if it is of another driver, or hides its own
     * @throws SQLException if the connection is closed
     */
    public static boolean isIdle(Connection connection) throws SQLException {
        Connection driverConnection = driverConnection(connection);
        if (driverConnection == null) {
            return false;
        }
        try {
            // Rejected within a transaction; otherwise nothing changes.
            driverConnection.setReadOnly(driverConnection.isReadOnly());
            return true;
        } catch (SQLException rejected) {
            if (IN_TRANSACTION.equals(rejected.getSQLState())) {
                return false;
            }
            throw rejected;
        }
    }

    /** To be called before each execution. */
    static void prepare(Connection driverConnection, PreparedStatement statement) throws SQLException {
        of(driverConnection).prepare(PgDriver.of(driverConnection), driverConnection, statement);
    }

    private synchronized void prepare(PgDriver driver, Connection connection, PreparedStatement statement)
            throws SQLException {
        int threshold = lentWith.isPresent() ? lentWith.getAsInt() : driver.prepareThreshold(connection);
        if (threshold < 0) {
            requireOurs(driver, connection, threshold);
            return;
        }
        driver.setPrepareThreshold(statement, isOurs(driver, connection, false) ? threshold : 0);
    }

    private boolean isOurs(PgDriver driver, Connection connection, boolean atOnce) throws SQLException {
        if (ours == null && (++statements > UNASKED || atOnce)) {
            ours = ask(driver, connection);
        }
        return Boolean.TRUE.equals(ours);
    }

    /** Whether the session that answers is the one that the driver was told of when it connected. */
    private static boolean ask(PgDriver driver, Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (driver.prepareThreshold(connection) >= 0) {
                driver.setPrepareThreshold(statement, 0);
            }
            try (ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
                return row.next() && row.getInt(1) == driver.backendPid(connection);
            }
        } catch (SQLException failure) {
            if (driver.prepareThreshold(connection) >= 0) {
                throw failure;
            }
            LOG.debug("a statement that the driver had to name failed, as behind a pooler", failure);
            return false;
        }
    }
}
