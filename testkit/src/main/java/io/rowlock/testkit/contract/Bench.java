package io.rowlock.testkit.contract;

import io.rowlock.Database;
import io.rowlock.Hold;
import io.rowlock.LockSchema;
import io.rowlock.LockStatus;
import io.rowlock.Rowlock;
import io.rowlock.RowlockBuilder;
import io.rowlock.testkit.engine.CountingDataSource;
import io.rowlock.testkit.engine.Engine;
import io.rowlock.testkit.engine.GatedDataSource;
import io.rowlock.testkit.engine.LentDataSource;
import io.rowlock.testkit.engine.Privilege;
import io.rowlock.testkit.engine.ServerEngine;
import io.rowlock.testkit.engine.SmallPool;
import io.rowlock.testkit.engine.ThreadBoundDataSource;
import io.rowlock.testkit.engine.UnreliableDataSource;
import io.rowlock.testkit.fault.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * What one test works with: clients, names and tables of its own, so that tests may run side by side on one engine, and
 * the means to watch and disturb them. Afterwards everything is closed, and nothing may be left: no lock that is still
 * honoured, no connection that is out, no thread of Rowlock's.
 *
 * <p>The test runs in a thread group of its own, so that the threads it caused can be told from those of its neighbours.
 */
public final class Bench {

    /** How long a borrower may wait for a pool's connection. */
    static final Duration POOL_PATIENCE = Duration.ofMinutes(1);

    private static final String SHARED_TABLE = "rowlock_contract";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Engine engine;
    private final UnaryOperator<RowlockBuilder> common;
    private final String id = UUID.randomUUID().toString().replace("-", "").substring(0, 12);
    private final ThreadGroup threads = new ThreadGroup("contract-" + id);
    private final Crew crew = new Crew();
    private final List<CountingDataSource> watched = new CopyOnWriteArrayList<>();
    private final List<Rowlock> clients = new CopyOnWriteArrayList<>();
    private final List<SmallPool> pools = new CopyOnWriteArrayList<>();
    private final List<Proxy> proxies = new CopyOnWriteArrayList<>();
    private final List<String> ownTables = new ArrayList<>();
    private final CountingDataSource source;
    private String table = SHARED_TABLE;
    private int ledgers;

    Bench(Engine engine, UnaryOperator<RowlockBuilder> common) {
        this.engine = engine;
        this.common = common;
        this.source = watched(engine.dataSource());
    }

    Engine engine() {
        return engine;
    }

    Database database() {
        String kind = engine.jdbcUrl().split(":", 3)[1];
        return Database.valueOf(kind.toUpperCase(Locale.ROOT));
    }

    /** A lock name that no other test uses. */
    String name(String what) {
        return what + '-' + id;
    }

    /** The threads with which the test does several things at once. */
    Crew crew() {
        return crew;
    }

    /** A condition to be awaited, with much patience, for machines are slow at times. */
    ConditionFactory await() {
        return Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20));
    }

    /** Waits until so many wait for the lock through this client. */
    void awaitWaiters(Rowlock client, String name, int number) {
        await().until(() -> client.admin().find(name).map(LockStatus::waiters).orElse(0) == number);
    }

    /** Closes the hold; for use in {@code Optional.map}. */
    static boolean closed(Hold hold) {
        hold.close();
        return !hold.isHeld();
    }

    // Clients.

    /** A new client over {@link #source()}, with the default settings. */
    Rowlock client() {
        return client(source);
    }

    Rowlock client(UnaryOperator<RowlockBuilder> settings) {
        return client(source, settings);
    }

    Rowlock client(DataSource from) {
        return client(from, settings -> settings);
    }

    Rowlock client(DataSource from, UnaryOperator<RowlockBuilder> settings) {
        Rowlock client =
                settings.apply(common.apply(Rowlock.builder(from).table(table))).build();
        clients.add(client);
        return client;
    }

    /** A new client whose locks hang on leases, whatever the others do. */
    Rowlock leaseClient() {
        Rowlock client = Rowlock.builder(source).table(table).build();
        clients.add(client);
        return client;
    }

    /** The threads of Rowlock's that this test caused and that run still. */
    List<Thread> rowlockThreads() {
        Thread[] running = new Thread[threads.activeCount() + 100];
        threads.enumerate(running);
        return Arrays.stream(running)
                .filter(Objects::nonNull)
                .filter(thread -> thread.isAlive() && thread.getName().startsWith("rowlock-"))
                .toList();
    }

    // Ways to the database.

    /** Where clients get their connections from, counted. */
    CountingDataSource source() {
        return source;
    }

    /** Another counted way, which must be given back all it lent. */
    CountingDataSource watched(DataSource from) {
        CountingDataSource counting = new CountingDataSource(from);
        watched.add(counting);
        return counting;
    }

    CountingDataSource watched() {
        return watched(engine.dataSource());
    }

    UnreliableDataSource unreliable() {
        return new UnreliableDataSource(source);
    }

    GatedDataSource gated() {
        return new GatedDataSource(source);
    }

    LentDataSource lent(LentDataSource.Preparation preparation) {
        return new LentDataSource(source, preparation);
    }

    ThreadBoundDataSource threadBound() {
        return new ThreadBoundDataSource(source);
    }

    SmallPool pool(int size) {
        return pool(size, engine.dataSource());
    }

    SmallPool pool(int size, DataSource from) {
        SmallPool pool = new SmallPool(watched(from), size, POOL_PATIENCE);
        pools.add(pool);
        return pool;
    }

    /** A user with these privileges only. Granting them may fail while a neighbour drops its table, so it is repeated. */
    DataSource restricted(Privilege... granted) {
        return await().ignoreExceptions().until(() -> engine.restricted(granted), Objects::nonNull);
    }

    /** A network of this test's own in front of the server. */
    Proxy proxy(ServerEngine server) {
        Proxy proxy = Proxy.to(server.address());
        proxies.add(proxy);
        return proxy;
    }

    /** Whether writes are refused on a connection that was made read-only. */
    boolean honoursReadOnly() {
        Ledger ledger = ledger();
        try (Connection connection = engine.dataSource().getConnection()) {
            connection.setReadOnly(true);
            ledger.write(connection);
            return false;
        } catch (SQLException refused) {
            return true;
        }
    }

    // Tables.

    String table() {
        return table;
    }

    /** From now on the clients of this test use a table of its own, which is not there yet. */
    void useOwnTable() {
        use("rowlock_" + id);
    }

    /** From now on the clients of this test use a table of its own, named with its schema. */
    void useOwnSchema() throws SQLException {
        boolean ofItsOwn = database() == Database.H2 || database() == Database.POSTGRESQL;
        if (ofItsOwn) {
            sql().run("CREATE SCHEMA s_" + id);
        }
        try (Connection connection = engine.dataSource().getConnection()) {
            use((ofItsOwn ? "s_" + id : connection.getCatalog()) + ".rowlock_" + id);
        }
    }

    /** Another schema that has a lock table of the same name. */
    String tenantWithATable() {
        boolean ofItsOwn = database() == Database.H2 || database() == Database.POSTGRESQL;
        String tenant = ofItsOwn ? "t_" + id : "rowlock_tenant";
        if (ofItsOwn) {
            sql().run("CREATE SCHEMA " + tenant);
        }
        ownTables.add(tenant + '.' + table);
        run(LockSchema.statements(database(), tenant + '.' + table));
        return tenant;
    }

    /** Sets a connection to a schema, as an application does that keeps its tenants apart. */
    void setSchema(Connection connection, String schema) throws SQLException {
        switch (database()) {
            case H2 -> connection.setSchema(schema.toUpperCase(Locale.ROOT));
            case MYSQL, MARIADB -> connection.setCatalog(schema);
            case POSTGRESQL, ORACLE, SQL_SERVER -> connection.setSchema(schema);
        }
    }

    private void use(String own) {
        table = own;
        ownTables.add(own);
    }

    /** The lock table, past Rowlock. */
    LockTable rows() {
        return new LockTable(sql(), database(), table);
    }

    /** A new table of the application's. */
    Ledger ledger() {
        String name = "ledger_" + id + '_' + ++ledgers;
        ownTables.add(name);
        return new Ledger(sql(), name);
    }

    void run(List<String> statements) {
        statements.forEach(sql()::run);
    }

    PlainSql sql() {
        return new PlainSql(engine.dataSource());
    }

    // Beginning and end.

    /** Starts the engine and loads what the first use of a database loads, so that no test's lease pays for it. */
    static void warmUp(Engine engine) {
        try (Rowlock client =
                Rowlock.builder(engine.dataSource()).table(SHARED_TABLE).build()) {
            IntStream.range(0, 20)
                    .forEach(round -> client.lock("warm-up").acquire().close());
        }
    }

    ThreadGroup threads() {
        return threads;
    }

    /** Closes everything and looks for what was left behind. */
    void finish() throws SQLException {
        proxies.forEach(Proxy::heal);
        clients.forEach(Rowlock::close);
        for (SmallPool pool : pools) {
            pool.close();
        }
        expect("locks still honoured", () -> live().isEmpty());
        expect("connections still out", () -> watched.stream().allMatch(each -> each.open() == 0));
        expect("threads still running", () -> rowlockThreads().isEmpty());
        ownTables.forEach(own -> new LockTable(sql(), database(), own).drop());
        proxies.forEach(Proxy::close);
    }

    private List<String> live() {
        List<String> live = new ArrayList<>();
        new LockTable(sql(), database(), SHARED_TABLE).liveIfThere(id).forEach(live::add);
        ownTables.stream()
                .filter(own -> own.contains("rowlock_"))
                .forEach(own -> live.addAll(new LockTable(sql(), database(), own).liveIfThere("")));
        return live;
    }

    private static void expect(String nothing, Callable<Boolean> gone) {
        Awaitility.await("no " + nothing + " after the test")
                .atMost(Duration.ofSeconds(15))
                .pollInterval(Duration.ofMillis(20))
                .pollDelay(Duration.ZERO)
                .until(gone);
    }
}
