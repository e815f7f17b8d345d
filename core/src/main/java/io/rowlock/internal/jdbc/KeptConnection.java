package io.rowlock.internal.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection of the caller's pool, made ours for a while: in autocommit mode and READ COMMITTED, its calls bounded;
 * and given back as it came. Used by one thread, except for {@link #abort}.
 */
final class KeptConnection {
    private static final Logger LOG = LoggerFactory.getLogger(KeptConnection.class);

    private final Connection connection;
    private final boolean autoCommit;
    private final int isolation;
    private final int networkTimeout;
    private int timeoutNow;

    private KeptConnection(Connection connection) throws SQLException {
        this.connection = connection;
        autoCommit = connection.getAutoCommit();
        isolation = connection.getTransactionIsolation();
        networkTimeout = connection.getNetworkTimeout();
        timeoutNow = networkTimeout;
    }

    static KeptConnection from(DataSource source) throws SQLException {
        Connection connection = source.getConnection();
        try {
            KeptConnection kept = new KeptConnection(connection);
            kept.makeOurs();
            return kept;
        } catch (SQLException failure) {
            close(connection);
            throw failure;
        }
    }

    private void makeOurs() throws SQLException {
        if (!autoCommit) {
            // What a pool hands out with an open transaction is not ours to commit, and switching to autocommit would.
            connection.rollback();
            connection.setAutoCommit(true);
        }
        if (isolation != Connection.TRANSACTION_READ_COMMITTED) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        }
    }

    Connection connection() {
        return connection;
    }

    /** Bounds how long an answer may take; a driver that cannot leaves it to the engine's own bound. */
    void bound(Duration timeout) throws SQLException {
        int millis = (int) Math.min(Integer.MAX_VALUE, Math.max(1, timeout.toMillis()));
        if (millis != timeoutNow) {
            connection.setNetworkTimeout(Runnable::run, millis);
            timeoutNow = millis;
        }
    }

    void giveBack() {
        try {
            if (isolation != Connection.TRANSACTION_READ_COMMITTED) {
                connection.setTransactionIsolation(isolation);
            }
            if (!autoCommit) {
                connection.setAutoCommit(false);
            }
            if (timeoutNow != networkTimeout) {
                connection.setNetworkTimeout(Runnable::run, networkTimeout);
            }
            close(connection);
        } catch (SQLException broken) {
            LOG.debug("a connection could not be restored and is discarded", broken);
            abort();
        }
    }

    /** Ends the connection whatever it is doing, so that a pool does not hand it out again. */
    void abort() {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException refused) {
            LOG.debug("a broken connection could not be aborted", refused);
        }
    }

    /** Discards a connection whose state nobody knows. */
    void discard() {
        abort();
        close(connection);
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException failure) {
            LOG.debug("a connection could not be closed", failure);
        }
    }
}
