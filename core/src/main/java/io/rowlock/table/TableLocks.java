package io.rowlock.table;

import io.rowlock.LockDefinition;
import io.rowlock.LockListener;
import io.rowlock.LockSetupException;
import io.rowlock.internal.jdbc.foreign.JdbcTableStores;
import io.rowlock.internal.jdbc.foreign.JdbcTableStores.Use;
import io.rowlock.internal.jdbc.foreign.TableClientOptions;
import io.rowlock.internal.table.TableClient;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * A client of a lock table that others have designed, beside nodes that still run their code: ShedLock's, Spring
 * Integration's, or one of the classic systems'.
 *
 * <p>Its locks wait, renew themselves and tell of a loss, as those of {@link io.rowlock.Rowlock} do. Such a
 * table carries no token, so there is no guard, no ticket and no keep-for. One per process and table is right; thread-safe.
 * Close it to release all its holds and end its threads.
 *
 * <pre>{@code
 * try (TableLocks locks = TableLocks.on(dataSource, LockTable.shedlock())) {
 *     locks.lock("daily-report").tryRun(this::report);
 * }
 * }</pre>
 */
public final class TableLocks implements AutoCloseable {
    private final TableClientOptions settings;
    private final TableClient client;

    private TableLocks(TableClientOptions settings, String owner) {
        this.settings = settings;
        JdbcTableStores stores = JdbcTableStores.open(
                settings.source(), settings.table(), new Use(Optional.of(owner), true, false, settings.callTimeout()));
        client = TableClient.start(stores, settings.engine(owner), stores.startedAt());
    }

    /**
     * A client with the default settings.
     *
     * @param dataSource where connections come from
     * @param table the table's description
     * @return the client, to be closed
     * @throws LockSetupException if the database or the table cannot serve, saying why and what to do
     */
    public static TableLocks on(DataSource dataSource, LockTable table) {
        return builder(dataSource, table).build();
    }

    /**
     * Begins a client with settings of its own.
     *
     * @param dataSource where connections come from
     * @param table the table's description
     * @return its builder
     */
    public static Builder builder(DataSource dataSource, LockTable table) {
        return new Builder(TableClientOptions.of(dataSource, table));
    }

    /** The settings of a {@link TableLocks}. Not thread-safe. */
    public static final class Builder {
        private TableClientOptions settings;
        private String owner = LockOwners.ofProcess();

        private Builder(TableClientOptions settings) {
            this.settings = settings;
        }

        /**
         * The name of this client, for people to read in the owner's column before what makes each value unique, as far as it
         * fits. Default: host and process id.
         *
         * @param text the name
         * @return this builder
         */
        public Builder owner(String text) {
            owner = Objects.requireNonNull(text, "owner");
            return this;
        }

        /**
         * Adds a listener.
         *
         * @param listener what to tell of events
         * @return this builder
         */
        public Builder listener(LockListener listener) {
            settings = settings.telling(listener);
            return this;
        }

        /**
         * How long a call to the database may take, waiting for a connection included, before it fails as broken. Default
         * five seconds.
         *
         * @param timeout from 100 milliseconds to 5 minutes
         * @return this builder
         */
        public Builder callTimeout(Duration timeout) {
            settings = settings.within(timeout);
            return this;
        }

        /**
         * Connects, checks the database and the table, and starts the client.
         *
         * @return the client, to be closed
         * @throws LockSetupException if the database or the table cannot serve, saying why and what to do
         */
        public TableLocks build() {
            return new TableLocks(settings, owner);
        }
    }

    /**
     * The lock of that name, with a lease of 30 seconds that is renewed, and a wait of a minute. No I/O.
     *
     * @param name the lock's name
     * @return the lock
     * @throws IllegalArgumentException if the table cannot hold the name
     */
    public TableLock lock(String name) {
        return new TableLock(client.locks(), LockDefinition.of(settings.key(name)));
    }

    /** Releases all holds, wakes all waiters, and ends all threads. Idempotent, bounded in time. */
    @Override
    public void close() {
        client.close();
    }
}
