package io.rowlock.internal.jdbc;

import io.rowlock.LockSetupException;
import io.rowlock.TableName;
import io.rowlock.internal.jdbc.bound.BoundLockStore;
import io.rowlock.internal.jdbc.bound.BoundStores;
import io.rowlock.internal.jdbc.connection.BorrowedConnection;
import io.rowlock.internal.jdbc.connection.ConnectFailure;
import io.rowlock.internal.jdbc.connection.SetupThread;
import io.rowlock.internal.jdbc.connection.SharedConnection;
import io.rowlock.internal.sql.Dialect;
import io.rowlock.internal.store.Guards;
import io.rowlock.internal.store.LockStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes stores of one lock table, after a check that the database can serve. */
public final class JdbcStores implements Supplier<LockStore> {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcStores.class);

    /** The catalogue can fail to be read while it is changed; a connection can break. */
    private static final int ATTEMPTS = 3;

    private final DataSource source;
    private final Dialect dialect;
    private final Duration timeout;
    private final Duration idleTimeout;
    private final long startedAt;
    private final String identity;

    private JdbcStores(DataSource source, Dialect dialect, Duration timeout, Connection connection)
            throws SQLException {
        this.source = source;
        this.dialect = dialect;
        this.timeout = timeout;
        startedAt = dialect.plain().now(connection);
        identity = dialect.plain()
                .identify(connection, UUID.randomUUID().toString().replace("-", ""));
        idleTimeout = LockStore.DEFAULT_IDLE_TIMEOUT;
    }

    private JdbcStores(JdbcStores other, Duration idleTimeout) {
        source = other.source;
        dialect = other.dialect;
        timeout = other.timeout;
        startedAt = other.startedAt;
        identity = other.identity;
        this.idleTimeout = idleTimeout;
    }

    /**
     * Connects, detects and checks the database, and creates the table unless told not to.
     *
     * @param source lends connections
     * @param table the lock table
     * @param create whether to create it if it is not there
     * @param timeout how long an answer may take
     * @return makes its stores
     * @throws LockSetupException if the database cannot serve
     */
    public static JdbcStores open(DataSource source, TableName table, boolean create, Duration timeout) {
        return SetupThread.call(() -> prepare(source, table, create, timeout), timeout);
    }

    private static JdbcStores prepare(DataSource source, TableName table, boolean create, Duration timeout) {
        for (int attempt = 1; ; attempt++) {
            BorrowedConnection connection = connect(source);
            try {
                connection.callTimeout(timeout);
                Dialect dialect = StartupCheck.of(connection, table, create);
                return new JdbcStores(source, dialect, timeout, connection.connection());
            } catch (SQLException failure) {
                if (attempt == ATTEMPTS) {
                    throw notChecked(failure);
                }
                LOG.debug("the check of the database failed in the middle; checking again", failure);
            } finally {
                connection.giveBack();
            }
        }
    }

    public static LockSetupException notChecked(SQLException failure) {
        return new LockSetupException(
                "the database could not be checked: " + failure.getMessage()
                        + "; make sure that it runs and answers in time",
                failure);
    }

    public static BorrowedConnection connect(DataSource source) {
        try {
            return BorrowedConnection.from(source, first -> SharedConnection.reject(first, source));
        } catch (LockSetupException rejected) {
            throw rejected;
        } catch (SQLException | RuntimeException failure) {
            throw new LockSetupException(
                    "no connection for the check of the database: "
                            + ConnectFailure.of(source, failure).getMessage(),
                    failure);
        }
    }

    /**
     * The same, but with another idle timeout of their connections.
     *
     * @param idle how long
     * @return makes such stores
     */
    public JdbcStores withIdleTimeout(Duration idle) {
        return new JdbcStores(this, idle);
    }

    /**
     * The database's time when it was checked.
     *
     * @return microseconds since 1970 in UTC
     */
    public long startedAt() {
        return startedAt;
    }

    /**
     * Guards transactions with grants of this table.
     *
     * @return the guards
     */
    public Guards guards() {
        return new JdbcGuards(dialect, identity);
    }

    /**
     * Stores of the same table whose locks are tied to connections.
     *
     * @param sharingNames whether other programs take part by the locks' names
     * @return makes stores that share those locks
     * @throws LockSetupException if locks cannot be tied to these connections, saying why and what to do
     */
    public Supplier<LockStore> bound(boolean sharingNames) {
        BoundLockStore.Patience patience = new BoundLockStore.Patience(timeout, idleTimeout);
        return SetupThread.call(() -> BoundStores.open(source, dialect, sharingNames, patience), timeout);
    }

    @Override
    public LockStore get() {
        return new JdbcLockStore(source, dialect, timeout, idleTimeout);
    }
}
