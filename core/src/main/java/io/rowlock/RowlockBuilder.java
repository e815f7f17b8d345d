package io.rowlock;

import io.rowlock.internal.client.Client;
import io.rowlock.internal.client.Settings;
import io.rowlock.internal.client.StoreSource;
import io.rowlock.internal.jdbc.JdbcStores;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.store.LockStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;

/** The settings of a {@link Rowlock}. The defaults are right for most. Not thread-safe. */
public final class RowlockBuilder {
    private static final Duration MIN_CALL_TIMEOUT = Duration.ofMillis(100);
    private static final Duration MAX_CALL_TIMEOUT = Duration.ofMinutes(5);
    private static final Duration MAX_KEEP_CONNECTION = Duration.ofSeconds(1);

    private final DataSource dataSource;
    private final List<LockListener> listeners = new ArrayList<>();
    private TableName table = TableName.of(LockSchema.DEFAULT_TABLE);
    private boolean createTable = true;
    private Optional<String> owner = Optional.empty();
    private Duration callTimeout = Duration.ofSeconds(5);
    private HoldKind kind = HoldKind.LEASE;
    private boolean sharingNames;
    private boolean recordCallers;
    private Duration keepConnection = LockStore.DEFAULT_IDLE_TIMEOUT;

    RowlockBuilder(DataSource dataSource) {
        this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
    }

    /**
     * Names the lock table. Clients that name different tables never meet.
     *
     * @param name letters, digits and underscores, with a schema and a dot before it if need be; default
     *     {@value LockSchema#DEFAULT_TABLE}
     * @return this builder
     * @throws IllegalArgumentException if the name has any other form
     */
    public RowlockBuilder table(String name) {
        table = TableName.of(name);
        return this;
    }

    /**
     * Whether to create the table if it is not there. Default true; switch it off where the application's user has no
     * right to, and create it from {@link LockSchema}.
     *
     * @param create whether to
     * @return this builder
     */
    public RowlockBuilder createTable(boolean create) {
        createTable = create;
        return this;
    }

    /**
     * The owner text of this client, for people to read beside each lock it holds. Default: host, process id and program. It
     * identifies nobody to the database: each grant has an id of its own.
     *
     * @param text at most {@value LockDefinition#MAX_OWNER} characters
     * @return this builder
     */
    public RowlockBuilder owner(String text) {
        LockText.requireText("owner", text, LockDefinition.MAX_OWNER);
        owner = Optional.of(text);
        return this;
    }

    /**
     * Adds a listener.
     *
     * @param listener receives the events
     * @return this builder
     */
    public RowlockBuilder listener(LockListener listener) {
        listeners.add(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /**
     * How long a call to the database may take, waiting for a connection included, before it fails as broken. Default
     * five seconds.
     *
     * @param timeout from 100 milliseconds to 5 minutes
     * @return this builder
     */
    public RowlockBuilder callTimeout(Duration timeout) {
        if (timeout.compareTo(MIN_CALL_TIMEOUT) < 0 || timeout.compareTo(MAX_CALL_TIMEOUT) > 0) {
            throw new IllegalArgumentException(
                    "callTimeout " + timeout + " is outside " + MIN_CALL_TIMEOUT + " to " + MAX_CALL_TIMEOUT);
        }
        callTimeout = timeout;
        return this;
    }

    /**
     * Ties the locks of this client to its connections, by the database's own session locks ({@code GET_LOCK}, advisory
     * locks): a lock is free as soon as the connection that it is tied to ends, however that ends, and not only when its
     * lease does. Everything else works as on leases; what is promised differently stands in the documentation.
     *
     * <p>A connection is kept as long as a lock is tied to it, at most one for each of two workers, however many locks there
     * are: so the data source should be a pool of its own, with at least two connections, that leads to the server itself
     * or to a pooler in session mode.
     *
     * @return this builder
     */
    public RowlockBuilder connectionBound() {
        kind = HoldKind.CONNECTION;
        return this;
    }

    /**
     * As {@link #connectionBound()}, and lets programs that call {@code GET_LOCK} themselves take part: on MySQL and MariaDB a
     * lock is taken under its own name on the server, exactly as it is. A name that the server rejects is rejected when it is
     * used; names that are one for the server, as those that differ in case alone are for MySQL, exclude each other. Such names are
     * the whole server's, so that clients of different tables meet there. On PostgreSQL, H2 and Oracle it changes nothing.
     *
     * @return this builder
     */
    public RowlockBuilder sharingLockNames() {
        sharingNames = true;
        return connectionBound();
    }

    /**
     * Whether each hold remembers the class, method and line that acquired it. The warning of a hold that nobody closed then names
     * the place. Default false, because it costs each acquire a look at the stack: about a microsecond or two.
     *
     * @param record whether to
     * @return this builder
     */
    public RowlockBuilder recordCallers(boolean record) {
        recordCallers = record;
        return this;
    }

    /**
     * How long a connection is kept after the last call before it is given back to the data source. Default 100
     * milliseconds, and up to a second while a lock is awaited and the pool has others to lend; zero where a connection keeps others out, as that to a file does which one process has open at a time.
     *
     * @param idle from zero to 1 second
     * @return this builder
     */
    public RowlockBuilder keepConnection(Duration idle) {
        if (idle.isNegative() || idle.compareTo(MAX_KEEP_CONNECTION) > 0) {
            throw new IllegalArgumentException("keepConnection " + idle + " is outside PT0S to " + MAX_KEEP_CONNECTION);
        }
        keepConnection = idle;
        return this;
    }

    /**
     * Connects, detects and checks the database, creates the table unless that is switched off, and starts the client.
     *
     * @return the client, to be closed
     * @throws LockSetupException if the database cannot serve, saying why and what to do
     */
    public Rowlock build() {
        return dataSource instanceof StoreSource source ? build(source) : buildOnJdbc();
    }

    private Rowlock build(StoreSource source) {
        if (kind == HoldKind.CONNECTION) {
            throw new LockSetupException(
                    "this data source has no connections to tie locks to; leave connectionBound() and sharingLockNames() out",
                    null);
        }
        Client client = Client.start(
                source.stores(table.text()),
                source.guards(table.text()),
                settings(),
                source.ticker(),
                source.databaseMicros());
        source.started(client);
        return client;
    }

    private Rowlock buildOnJdbc() {
        JdbcStores stores =
                JdbcStores.open(dataSource, table, createTable, callTimeout).withIdleTimeout(keepConnection);
        return Client.start(
                kind == HoldKind.CONNECTION ? stores.bound(sharingNames) : stores,
                stores.guards(),
                settings(),
                stores.startedAt());
    }

    private Settings settings() {
        return new Settings(
                owner.orElseGet(ProcessOwner::describe), callTimeout, List.copyOf(listeners), kind, recordCallers);
    }
}
