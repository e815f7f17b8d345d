package io.rowlock.internal.jdbc.connection;

import io.rowlock.LockSetupException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rejects a data source that lends one connection to everyone at once, as some do in tests. Statements of ours would run in the
 * transaction that the application has open on it, and be undone with it.
 *
 * <ol>
 *   <li>While one connection is out, ask for a second, on a thread of its own: a data source may bind connections to threads.
 *   <li>If none arrives soon, all is well: a pool of one connection makes the second borrower wait, a shared one never does.
 *       The connection is given back as soon as it comes after all.
 *   <li>If one comes, see whether it is the same session. A change to the driver's own state shows that without a
 *       statement in anyone's transaction; H2's driver has none, and is asked for the session.
 * </ol>
 */
public final class SharedConnection {
    private static final Logger LOG = LoggerFactory.getLogger(SharedConnection.class);
    private static final Duration SOON = Duration.ofSeconds(1);

    private SharedConnection() {}

    public static void reject(Connection one, DataSource source) throws SQLException {
        CompletableFuture<Connection> second = second(source);
        try (Connection other = second.get(SOON.toNanos(), TimeUnit.NANOSECONDS)) {
            if (isSame(one, other)) {
                throw new LockSetupException(
                        "this data source lends one and the same connection to everyone, so Rowlock's statements would run"
                                + " in transactions of the application; give Rowlock a connection pool, or a data source"
                                + " that opens a connection for each caller",
                        null);
            }
        } catch (TimeoutException | ExecutionException none) {
            CompletableFuture<Void> unused = second.thenAccept(SharedConnection::giveBack);
            LOG.debug("no second connection, so this data source does not lend one to two at once", none);
        } catch (InterruptedException interrupted) {
            CompletableFuture<Void> unused = second.thenAccept(SharedConnection::giveBack);
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted while taking a second connection", interrupted);
        }
    }

    private static CompletableFuture<Connection> second(DataSource source) {
        CompletableFuture<Connection> second = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        second.complete(source.getConnection());
                    } catch (SQLException | RuntimeException failure) {
                        second.completeExceptionally(failure);
                    }
                },
                "rowlock-setup-second");
        thread.setDaemon(true);
        thread.start();
        return second;
    }

    private static boolean isSame(Connection one, Connection other) throws SQLException {
        if (one.getMetaData().getDatabaseProductName().equals("H2")) {
            return session(one).equals(session(other));
        }
        int before;
        int probe;
        try {
            before = one.getNetworkTimeout();
            probe = 1_000_000 + (other.getNetworkTimeout() + 1_000) % 1_000_000;
            one.setNetworkTimeout(Runnable::run, probe);
        } catch (SQLException | RuntimeException | AbstractMethodError unsupported) {
            LOG.debug("this driver does not tell whether two connections are one", unsupported);
            return false;
        }
        try {
            return other.getNetworkTimeout() == probe;
        } finally {
            one.setNetworkTimeout(Runnable::run, before);
        }
    }

    /** The sessions of each database are counted from one, so the number alone says little. */
    private static String session(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT session_id || ' ' || session_start || ' ' || DATABASE()"
                        + " FROM information_schema.sessions WHERE session_id = SESSION_ID()")) {
            row.next();
            return row.getString(1);
        }
    }

    private static void giveBack(Connection late) {
        try {
            late.close();
        } catch (SQLException | RuntimeException failure) {
            LOG.debug("a connection that was not needed could not be given back", failure);
        }
    }
}
