package io.rowlock.internal.jdbc.foreign;

import io.rowlock.Database;
import io.rowlock.Finding;
import io.rowlock.Finding.Severity;
import io.rowlock.LockSetupException;
import io.rowlock.internal.database.Detection;
import io.rowlock.internal.database.Dialects;
import io.rowlock.internal.jdbc.JdbcStores;
import io.rowlock.internal.jdbc.connection.BorrowedConnection;
import io.rowlock.internal.jdbc.connection.SetupThread;
import io.rowlock.internal.jdbc.connection.StoreConnection;
import io.rowlock.internal.sql.foreign.ForeignTable;
import io.rowlock.internal.table.TableStore;
import io.rowlock.table.LockTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens ways to one lock table that others have designed, after having made sure that it can serve. */
public final class JdbcTableStores implements Supplier<TableStore> {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcTableStores.class);

    private final DataSource source;
    private final ForeignTable table;
    private final boolean interruptible;
    private final Duration timeout;
    private final long startedAt;
    private final TableMemory memory;

    private JdbcTableStores(DataSource source, ForeignTable table, boolean interruptible, Use use, long startedAt) {
        this.source = source;
        this.table = table;
        this.interruptible = interruptible;
        this.startedAt = startedAt;
        timeout = use.timeout;
        memory = new TableMemory(use.renewing);
    }

    /**
     * How a table is used.
     *
     * @param owner what stands before a request id in the owner's column; empty if callers choose what stands there
     * @param renewing whether grants are renewed
     * @param reclaiming whether an owner that claims its lock again has it from then on, even if it ends sooner by that; otherwise such
     *     a claim is a repeat of the first, and moves no expiry back
     * @param timeout how long an answer may take
     */
    public record Use(Optional<String> owner, boolean renewing, boolean reclaiming, Duration timeout) {}

    /**
     * Connects, checks the database, and sees that the table has its columns.
     *
     * @param source where connections come from
     * @param table the table's description
     * @param use how it is used
     * @return the way to its stores
     * @throws LockSetupException if the database or the table cannot serve
     */
    public static JdbcTableStores open(DataSource source, LockTable table, Use use) {
        return begin(source, table, use).await();
    }

    /**
     * Begins to do so. It goes on to its end, even if nobody waits for it.
     *
     * @param source where connections come from
     * @param table the table's description
     * @param use how it is used
     * @return what can be waited for
     */
    public static Opening begin(DataSource source, LockTable table, Use use) {
        return new Opening(SetupThread.begin(() -> prepare(source, table, use)), use.timeout);
    }

    /** A table that is being checked. Any number of threads may wait for it. */
    public static final class Opening {
        private final Future<JdbcTableStores> check;
        private final Duration timeout;

        private Opening(Future<JdbcTableStores> check, Duration timeout) {
            this.check = check;
            this.timeout = timeout;
        }

        /**
         * Waits for the end of the check, but not forever.
         *
         * @return the way to the table's stores
         * @throws LockSetupException if the database or the table cannot serve, or the check does not end
         */
        public JdbcTableStores await() {
            return SetupThread.await(check, timeout);
        }
    }

    private static JdbcTableStores prepare(DataSource source, LockTable table, Use use) {
        BorrowedConnection kept = JdbcStores.connect(source);
        try {
            kept.callTimeout(use.timeout);
            Connection connection = kept.connection();
            Database database = Detection.detect(connection);
            if (database == Database.MYSQL || database == Database.MARIADB) {
                requireStrict(connection);
            }
            LockTable located = located(connection, database, table);
            ForeignTable opened = ForeignTable.open(connection, database, located, use.owner, use.reclaiming);
            opened.dryRun(connection);
            rejectOrWarn(opened.examine(connection), table, database);
            return new JdbcTableStores(source, opened, database != Database.H2, use, opened.now(connection));
        } catch (SQLException failure) {
            throw new LockSetupException(
                    "the lock table " + table.table() + " cannot be used: " + failure.getMessage()
                            + "; see that it is there, that its columns are as described ("
                            + table.key().columns() + ", "
                            + table.columns() + "), and that this user may select, insert, update and delete",
                    failure);
        } finally {
            kept.giveBack();
        }
    }

    private static LockTable located(Connection connection, Database database, LockTable table) throws SQLException {
        return table.named(Dialects.located(connection, database, table.table()));
    }

    /** Rejects a table on which locks are impossible, and logs dangers, once. */
    private static void rejectOrWarn(List<Finding> findings, LockTable table, Database database) {
        for (Finding finding : findings) {
            if (finding.severity() == Severity.IMPOSSIBLE) {
                throw new LockSetupException(
                        "the lock table " + table.table() + " cannot be used: " + finding.advice(), null);
            }
            LOG.warn("lock table {} on {}: {}", table.table(), database, finding);
        }
    }

    /** Where a name that does not fit is truncated instead of rejected, two locks could become one. */
    private static void requireStrict(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT @@sql_mode")) {
            rows.next();
            String mode = rows.getString(1);
            if (!mode.contains("STRICT_TRANS_TABLES") && !mode.contains("STRICT_ALL_TABLES")) {
                throw new LockSetupException(
                        "the sessions of this data source are not in strict mode (sql_mode '" + mode
                                + "'), so a name that does not fit its column is cut, and two locks become one;"
                                + " add STRICT_TRANS_TABLES to sql_mode",
                        null);
            }
        }
    }

    /**
     * The database's time when it was checked.
     *
     * @return microseconds since 1970 in UTC
     */
    public long startedAt() {
        return startedAt;
    }

    @Override
    public TableStore get() {
        return new JdbcTableStore(new StoreConnection(source, table::classify, interruptible, timeout), table, memory);
    }
}
