package io.rowlock.internal.jdbc.connection;

import io.rowlock.Finding;
import io.rowlock.LockSetupException;
import io.rowlock.internal.sql.statement.PgSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection of the caller's pool, configured for Rowlock for a while: in autocommit mode and READ COMMITTED, with a network
 * timeout. It is given back as it came. Used by one thread, except for {@link #abort}.
 */
public final class BorrowedConnection {
    private static final Logger LOG = LoggerFactory.getLogger(BorrowedConnection.class);
    private static final int MOST_STALE = 20;

    private final Connection connection;
    private final StatementCache statements;
    private final Connection view;
    private final boolean autoCommit;
    private final SessionMode mode;
    private final OptionalInt networkTimeout;
    private int timeoutNow;

    private BorrowedConnection(Connection connection) throws SQLException {
        this.connection = connection;
        PgSession.suspendNames(connection);
        statements = new StatementCache(connection);
        view = statements.view();
        autoCommit = connection.getAutoCommit();
        mode = SessionMode.ofLent(connection);
        networkTimeout = networkTimeout(connection);
        timeoutNow = networkTimeout.orElse(0);
    }

    /** How long the connection waits for an answer, if its driver has a network timeout. */
    private static OptionalInt networkTimeout(Connection connection) {
        try {
            return OptionalInt.of(connection.getNetworkTimeout());
        } catch (SQLException | RuntimeException | AbstractMethodError unsupported) {
            LOG.debug("this driver has no network timeout; the timeouts of the workers remain", unsupported);
            return OptionalInt.empty();
        }
    }

    /**
     * Borrows a connection. Discards those that cannot be used and borrows another: a pool may lend one that the server has
     * closed, or one in the middle of a transaction.
     */
    public static BorrowedConnection from(DataSource source) throws SQLException {
        return from(source, connection -> {});
    }

    /** Does the same, and inspects each connection before anything is changed on it. */
    public static BorrowedConnection from(DataSource source, Inspection inspection) throws SQLException {
        for (int stale = 0; ; stale++) {
            Connection connection = source.getConnection();
            try {
                inspection.inspect(connection);
                BorrowedConnection borrowed = new BorrowedConnection(connection);
                borrowed.configure();
                return borrowed;
            } catch (LockSetupException rejected) {
                close(connection);
                throw rejected;
            } catch (SQLException | RuntimeException failure) {
                discard(connection);
                if (stale >= MOST_STALE) {
                    throw failure;
                }
                LOG.debug("the pool lent a connection that cannot be used; taking another", failure);
            } catch (Error failure) {
                // Each connection that is not given back is missing from the application's pool.
                discard(connection);
                throw failure;
            }
        }
    }

    /** An inspection that rejects the data source by a {@link LockSetupException}. */
    @FunctionalInterface
    public interface Inspection {
        void inspect(Connection connection) throws SQLException;
    }

    private void configure() throws SQLException {
        if (!autoCommit || !mode.autoCommit()) {
            requireNoTransaction();
        }
        if (!autoCommit) {
            connection.setAutoCommit(true);
        } else if (!mode.autoCommit()) {
            commitEachStatement(true);
        }
        if (mode.isolation() != Connection.TRANSACTION_READ_COMMITTED) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        }
    }

    /** Switching to autocommit would commit an open transaction, which is neither ours nor known. */
    private void requireNoTransaction() throws SQLException {
        if (!OpenTransaction.endUnlessItWrote(connection, mode.isolation())) {
            SQLException rejected = new SQLException(
                    "the data source lends connections in the middle of a transaction that has written or"
                            + " locked something; let the pool roll back what it is given back with an open transaction, and give"
                            + " Rowlock connections that nobody else is using");
            endTransaction(rejected);
            throw rejected;
        }
    }

    /**
     * H2's driver ignores an abort; without the rollback, a pool that resets nothing would lend the same transaction forever.
     * The connections of some pools are not closed after an abort, and fail to roll back.
     */
    private void endTransaction(SQLException rejected) {
        abort();
        try {
            if (!isClosed()) {
                connection.rollback();
            }
        } catch (SQLException | RuntimeException failure) {
            rejected.addSuppressed(failure);
        }
    }

    /** Bypasses the driver, which assumes that the server does so already. */
    private void commitEachStatement(boolean on) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET autocommit = " + (on ? 1 : 0));
        }
    }

    /** The findings about the state in which the connection was lent. */
    List<Finding> findings() {
        return autoCommit && !mode.autoCommit()
                ? List.of(Finding.warning(
                        "S1, S10",
                        "the sessions of this data source have autocommit switched off behind the driver's back (SET"
                                + " autocommit in an init statement, init_connect or sessionVariables). Rowlock switches it"
                                + " on while it uses a connection, but the application's own changes are committed only"
                                + " where it says so, although the driver reports autocommit",
                        "leave autocommit to the driver and the pool (setAutoCommit, the pool's autoCommit setting)"))
                : List.of();
    }

    /** Whether it was closed by another, as some pools do with a connection that seems to have leaked. */
    public boolean isClosed() {
        try {
            return connection.isClosed();
        } catch (SQLException | RuntimeException unsure) {
            LOG.debug("a connection does not say whether it is closed, and is taken for closed", unsure);
            return true;
        }
    }

    /** The connection to work on; it keeps its prepared statements. */
    public Connection connection() {
        return view;
    }

    boolean isBounded() {
        return networkTimeout.isPresent();
    }

    /**
     * Limits how long an answer may take, if the driver can; otherwise the workers' own timeouts apply. Rounded up, because what is
     * left of a timeout just after it began would otherwise differ from the whole, and be set anew for each request.
     */
    public void callTimeout(Duration timeout) throws SQLException {
        int millis = (int) Math.min(
                Integer.MAX_VALUE, Math.max(1, timeout.plusNanos(999_999).toMillis()));
        if (networkTimeout.isPresent() && millis != timeoutNow) {
            connection.setNetworkTimeout(Runnable::run, millis);
            timeoutNow = millis;
        }
    }

    public void giveBack() {
        try {
            statements.close();
            if (mode.isolation() != Connection.TRANSACTION_READ_COMMITTED) {
                connection.setTransactionIsolation(mode.isolation());
            }
            if (!autoCommit) {
                connection.setAutoCommit(false);
            } else if (!mode.autoCommit()) {
                commitEachStatement(false);
            }
            if (networkTimeout.isPresent() && timeoutNow != networkTimeout.getAsInt()) {
                connection.setNetworkTimeout(Runnable::run, networkTimeout.getAsInt());
            }
            PgSession.resumeNames(connection);
            close(connection);
        } catch (SQLException | RuntimeException broken) {
            LOG.debug("a connection could not be restored and is discarded", broken);
            discard();
        }
    }

    /** Ends the connection whatever it is doing, so that a pool does not hand it out again. */
    public void abort() {
        abort(connection);
    }

    private static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException rejected) {
            LOG.debug("a broken connection could not be aborted", rejected);
        }
    }

    /** Discards a connection in an unknown state. */
    public void discard() {
        discard(connection);
    }

    private static void discard(Connection connection) {
        abort(connection);
        close(connection);
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException | RuntimeException failure) {
            LOG.debug("a connection could not be closed", failure);
        }
    }
}
