package io.rowlock.internal.jdbc.foreign;

import io.rowlock.Database;
import io.rowlock.LockSetupException;
import io.rowlock.internal.jdbc.JdbcStores;
import io.rowlock.internal.jdbc.connection.BorrowedConnection;
import io.rowlock.internal.jdbc.connection.SetupThread;
import io.rowlock.internal.jdbc.connection.StoreConnection;
import io.rowlock.internal.sql.foreign.ForeignTable;
import io.rowlock.internal.table.TableStore;
import io.rowlock.table.LockTable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** Opens ways to one lock table that others have designed, after having made sure that it can serve. */
public final class JdbcTableStores implements Supplier<TableStore> {
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
            TableCheck check = new TableCheck(kept.connection(), table);
            ForeignTable opened = check.open(use);
            long now = opened.now(kept.connection());
            return new JdbcTableStores(source, opened, check.database() != Database.H2, use, now);
        } catch (SQLException failure) {
            throw JdbcStores.notChecked(failure);
        } finally {
            kept.giveBack();
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
