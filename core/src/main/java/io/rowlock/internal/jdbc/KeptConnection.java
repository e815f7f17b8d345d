package io.rowlock.internal.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalInt;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection of the caller's pool, made ours for a while: in autocommit mode and READ COMMITTED, its calls bounded;
 * and given back as it came. Used by one thread, except for {@link #abort}.
 */
final class KeptConnection {
    private static final Logger LOG = LoggerFactory.getLogger(KeptConnection.class);
    private static final int MOST_STALE = 20;

    private final Connection connection;
    private final StatementCache statements;
    private final Connection view;
    private final boolean autoCommit;
    private final int isolation;
    private final OptionalInt networkTimeout;
    private int timeoutNow;

    private KeptConnection(Connection connection) throws SQLException {
        this.connection = connection;
        statements = new StatementCache(connection);
        view = statements.view();
        autoCommit = connection.getAutoCommit();
        isolation = connection.getTransactionIsolation();
        networkTimeout = networkTimeout(connection);
        timeoutNow = networkTimeout.orElse(0);
    }

    /** How long the connection waits for an answer, if its driver can be told so. */
    private static OptionalInt networkTimeout(Connection connection) {
        try {
            return OptionalInt.of(connection.getNetworkTimeout());
        } catch (SQLException | RuntimeException | AbstractMethodError unsupported) {
            LOG.debug("this driver bounds no answers; the engine's own bounds remain", unsupported);
            return OptionalInt.empty();
        }
    }

    /** Takes a connection, passing over those that turn out to be dead: a pool may lend what the server has closed. */
    static KeptConnection from(DataSource source) throws SQLException {
        for (int stale = 0; ; stale++) {
            Connection connection = source.getConnection();
            try {
                KeptConnection kept = new KeptConnection(connection);
                kept.makeOurs();
                return kept;
            } catch (SQLException | RuntimeException failure) {
                discard(connection);
                if (stale >= MOST_STALE) {
                    throw failure;
                }
                LOG.debug("the pool lent a dead connection; taking another", failure);
            }
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

    /** Whether it was closed behind our back, as some pools do with what they take for forgotten. */
    boolean isClosed() {
        try {
            return connection.isClosed();
        } catch (SQLException | RuntimeException unsure) {
            LOG.debug("a connection does not say whether it is closed, and is taken for closed", unsure);
            return true;
        }
    }

    /** The connection to work on; it keeps what is prepared on it. */
    Connection connection() {
        return view;
    }

    boolean isBounded() {
        return networkTimeout.isPresent();
    }

    /** Bounds how long an answer may take; a driver that cannot leaves it to the engine's own bound. */
    void bound(Duration timeout) throws SQLException {
        int millis = (int) Math.min(Integer.MAX_VALUE, Math.max(1, timeout.toMillis()));
        if (networkTimeout.isPresent() && millis != timeoutNow) {
            connection.setNetworkTimeout(Runnable::run, millis);
            timeoutNow = millis;
        }
    }

    void giveBack() {
        try {
            statements.close();
            if (isolation != Connection.TRANSACTION_READ_COMMITTED) {
                connection.setTransactionIsolation(isolation);
            }
            if (!autoCommit) {
                connection.setAutoCommit(false);
            }
            if (networkTimeout.isPresent() && timeoutNow != networkTimeout.getAsInt()) {
                connection.setNetworkTimeout(Runnable::run, networkTimeout.getAsInt());
            }
            close(connection);
        } catch (SQLException | RuntimeException broken) {
            LOG.debug("a connection could not be restored and is discarded", broken);
            discard();
        }
    }

    /** Ends the connection whatever it is doing, so that a pool does not hand it out again. */
    void abort() {
        abort(connection);
    }

    private static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException refused) {
            LOG.debug("a broken connection could not be aborted", refused);
        }
    }

    /** Discards a connection whose state nobody knows. */
    void discard() {
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
