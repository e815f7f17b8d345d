package io.rowlock.internal.jdbc;

import io.rowlock.LockLostException;
import io.rowlock.LockOutcomeUnknownException;
import io.rowlock.LockStoreException;
import io.rowlock.TransactionGuard.GuardedWork;
import io.rowlock.internal.jdbc.connection.ConnectFailure;
import io.rowlock.internal.jdbc.connection.OpenTransaction;
import io.rowlock.internal.jdbc.connection.SessionMode;
import io.rowlock.internal.sql.Dialect;
import io.rowlock.internal.sql.statement.PgSession;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.Guards;
import io.rowlock.internal.store.StoreException.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Guards through JDBC, on the caller's thread and connection.
 *
 * <ol>
 *   <li>Reject a connection on which a guard would mean nothing: closed, without a transaction, read-only, or at
 *       an isolation level at which the database cannot tell how old a view is.
 *   <li>Check the grant as the transaction sees it, and lock its row.
 *   <li>If it is not there, see whether this is the right database at all before calling the lock lost.
 * </ol>
 *
 * Nothing here commits or rolls back, except {@link #guarded}, in the transaction that it opened itself.
 */
final class JdbcGuards implements Guards {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcGuards.class);

    private final Dialect dialect;
    private final String identity;

    JdbcGuards(Dialect dialect, String identity) {
        this.dialect = dialect;
        this.identity = identity;
    }

    @Override
    public void guard(Connection connection, Grant grant) {
        String operation = "guard a transaction with lock '" + grant.key() + "'";
        inTransaction(operation, connection, () -> {
            requireTransactionOnServer(operation, connection);
            Optional<String> obstacle = dialect.guardObstacle(connection.getTransactionIsolation());
            if (obstacle.isPresent()) {
                throw rejected(operation, obstacle.get());
            }
        });
        guard(operation, connection, grant);
    }

    private void guard(String operation, Connection connection, Grant grant) {
        inTransaction(operation, connection, () -> {
            if (!dialect.guard(connection, grant)) {
                throw gone(operation, connection, grant);
            }
        });
    }

    @Override
    public void releaseWith(Connection connection, Grant grant) {
        String operation = "release lock '" + grant.key() + "' with a transaction";
        inTransaction(operation, connection, () -> {
            requireTransactionOnServer(operation, connection);
            if (!dialect.plain().releaseWith(connection, grant)) {
                throw gone(operation, connection, grant);
            }
        });
    }

    private void inTransaction(String operation, Connection connection, Step step) {
        try {
            requireTransaction(operation, connection);
            PgSession.protectTransaction(connection);
            step.run();
        } catch (SQLException failure) {
            throw new LockStoreException(
                    "could not " + operation + ": " + failure.getMessage() + "; roll the transaction back"
                            + (dialect.classify(failure) == Kind.TRANSIENT ? " and run it again" : ""),
                    failure);
        }
    }

    private static void requireTransaction(String operation, Connection connection) throws SQLException {
        if (connection.isClosed()) {
            throw rejected(operation, "it is closed");
        }
        if (connection.getAutoCommit() && !OpenTransaction.isCertainlyOpen(connection)) {
            throw rejected(
                    operation,
                    "it is in autocommit mode, so there is no transaction; setAutoCommit(false) first, for a branch of a"
                            + " distributed transaction before the branch begins");
        }
        if (connection.isReadOnly()) {
            throw rejected(operation, "it is read-only, and a guard locks a row; use a connection that may write");
        }
    }

    private static void requireTransactionOnServer(String operation, Connection connection) throws SQLException {
        if (SessionMode.commitsBehindTheDriver(connection)) {
            throw rejected(
                    operation,
                    "the server is in autocommit mode although its driver says otherwise (SET autocommit = 1 in an init"
                            + " statement), so there is no transaction; leave autocommit to setAutoCommit");
        }
    }

    private static IllegalArgumentException rejected(String operation, String reason) {
        return new IllegalArgumentException("cannot " + operation + " on this connection: " + reason);
    }

    private RuntimeException gone(String operation, Connection connection, Grant grant) throws SQLException {
        if (!identity.equals(dialect.plain().identity(connection).orElse(""))) {
            return rejected(operation, "it leads to another database than the one that keeps the lock");
        }
        boolean fresh = connection.getTransactionIsolation() <= Connection.TRANSACTION_READ_COMMITTED;
        return new LockLostException(
                grant.key(),
                grant.token(),
                "its lease ended, or it was revoked or released; no data was changed: roll the transaction back"
                        + (fresh
                                ? ""
                                : ". (Or the transaction began before the lock was acquired, and cannot see it.)"));
    }

    @Override
    public <T, E extends Exception> T guarded(DataSource dataSource, Grant grant, GuardedWork<T, E> work) throws E {
        Connection connection = connect(dataSource, grant);
        boolean committed = false;
        boolean autoCommit = begin(connection, grant);
        try {
            guard("guard a transaction with lock '" + grant.key() + "'", connection, grant);
            T result = work.run(connection);
            // Work that swallowed a deadlock, or ran DDL, has lost the transaction that was guarded.
            guard("guard the commit with lock '" + grant.key() + "'", connection, grant);
            commit(connection, grant);
            committed = true;
            return result;
        } finally {
            end(connection, autoCommit, committed);
        }
    }

    private static Connection connect(DataSource dataSource, Grant grant) {
        try {
            return dataSource.getConnection();
        } catch (SQLException | IllegalStateException failure) {
            throw notOpened(grant, ConnectFailure.of(dataSource, failure));
        }
    }

    private static LockStoreException notOpened(Grant grant, Exception failure) {
        return new LockStoreException(
                "could not open a transaction guarded by lock '" + grant.key() + "': " + failure.getMessage()
                        + "; nothing was done",
                failure);
    }

    /** Begins a transaction on a connection that comes without one; returns the autocommit mode that it came with. */
    private static boolean begin(Connection connection, Grant grant) {
        boolean suspended = false;
        boolean begun = false;
        try {
            boolean autoCommit = connection.getAutoCommit();
            requireNoTransaction(connection, autoCommit, grant);
            PgSession.suspendNames(connection);
            suspended = true;
            // Even if it is off: a driver may believe so while the server commits each statement.
            connection.setAutoCommit(false);
            begun = true;
            return autoCommit;
        } catch (SQLException failure) {
            throw notOpened(grant, failure);
        } finally {
            if (!begun) {
                giveBackUnused(connection, suspended);
            }
        }
    }

    /** A data source may lend the connection of a transaction of this thread, which is the caller's to commit. */
    private static void requireNoTransaction(Connection connection, boolean autoCommit, Grant grant)
            throws SQLException {
        boolean mayBeOpen =
                autoCommit ? OpenTransaction.isCertainlyOpen(connection) : !OpenTransaction.isCertainlyNone(connection);
        if (mayBeOpen) {
            throw new IllegalArgumentException("could not open a transaction guarded by lock '" + grant.key()
                    + "': the data source gave a connection that is in the middle of a transaction, or"
                    + " that has autocommit off and whose driver cannot tell; only its owner may commit that transaction. Give guarded() a data source"
                    + " whose connections come in autocommit mode, or call guard() within your own transaction");
        }
    }

    /** If the connection is that of an outer guarded transaction, names stay suspended for that transaction. */
    private static void giveBackUnused(Connection connection, boolean suspended) {
        try (connection) {
            if (suspended) {
                PgSession.resumeNames(connection);
            }
        } catch (SQLException failure) {
            LOG.debug("a connection that could not be used could not be given back", failure);
        }
    }

    private void commit(Connection connection, Grant grant) {
        try {
            connection.clearWarnings();
            connection.commit();
            dialect.committed(connection);
        } catch (SQLException failure) {
            String message =
                    "commit of a transaction guarded by lock '" + grant.key() + "' failed: " + failure.getMessage();
            throw dialect.classify(failure) == Kind.UNKNOWN
                    ? new LockOutcomeUnknownException(
                            message
                                    + "; it may or may not have happened, but if it did, then before any later grant: look at your data",
                            failure)
                    : new LockStoreException(message + "; nothing was stored", failure);
        }
    }

    private static void end(Connection connection, boolean autoCommit, boolean committed) {
        try (connection) {
            if (!committed) {
                connection.rollback();
            }
            connection.setAutoCommit(autoCommit);
            PgSession.resumeNames(connection);
        } catch (SQLException failure) {
            LOG.debug("the connection of a guarded transaction could not be restored", failure);
        }
    }

    /** A step in the caller's transaction. */
    @FunctionalInterface
    private interface Step {
        void run() throws SQLException;
    }
}
