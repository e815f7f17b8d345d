package io.rowlock.engines.doctor;

import static io.rowlock.engines.doctor.DoctorContract.assertAdvises;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.rowlock.DistributedLock;
import io.rowlock.Finding.Severity;
import io.rowlock.Hold;
import io.rowlock.LockSchema;
import io.rowlock.LockSetupException;
import io.rowlock.Rowlock;
import io.rowlock.engines.EngineExtension;
import io.rowlock.engines.Engines;
import io.rowlock.engines.postgres.PostgresEngine;
import io.rowlock.engines.server.UrlDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresDoctorTest implements DoctorContract {

    @RegisterExtension
    static final EngineExtension NEEDED = new EngineExtension(Engines.postgres());

    private Patient patient;

    @Override
    public PostgresEngine engine() {
        return Engines.postgres();
    }

    @BeforeEach
    void prepare() {
        patient = new Patient(engine());
    }

    @AfterEach
    void dropTable() throws SQLException {
        patient.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fsync", "full_page_writes", "synchronous_commit"})
    void commitsThatACrashCanLoseAreFound(String setting) throws Exception {
        duringSetting(setting, "off", () -> Warnings.assertOnly(patient, "S1, S3", setting));
        Warnings.assertNone(patient);
    }

    @Test
    void anUnloggedTableIsFound() throws SQLException {
        patient.client().close();
        patient.run("ALTER TABLE {table} SET UNLOGGED");

        Warnings.assertOnly(patient, "S1, S3", "UNLOGGED");
    }

    /** The fast path finds a row by its place, which is one of many where a table has several parts. */
    @Test
    void aPartitionedTableIsRefused() throws SQLException {
        patient.run(LockSchema.statements(patient.database(), patient.table())
                .get(0)
                .replace("WITH (fillfactor = 50)", "PARTITION BY HASH (name)"));
        patient.run(
                "CREATE TABLE {table}_0 PARTITION OF {table} FOR VALUES WITH (MODULUS 2, REMAINDER 0)",
                "CREATE TABLE {table}_1 PARTITION OF {table} FOR VALUES WITH (MODULUS 2, REMAINDER 1)");
        patient.run(LockSchema.statements(patient.database(), patient.table()).get(1));

        assertRefusedOrExclusive("partitioned", "plain table");
    }

    @Test
    void aTableWithChildrenIsRefusedAndFoundLater() throws SQLException {
        try (Rowlock client = patient.client()) {
            patient.run("CREATE TABLE {table}_child (PRIMARY KEY (name, slot)) INHERITS ({table})");
            try {
                assertThat(client.admin().diagnose())
                        .singleElement()
                        .satisfies(finding -> assertAdvises(finding, Severity.IMPOSSIBLE, "S1", "INHERIT"));
                assertRefusedOrExclusive("INHERIT", "plain table");
            } finally {
                patient.run("DROP TABLE {table}_child");
            }
        }
    }

    @Test
    void aTableThatInheritsIsRefused() throws SQLException {
        patient.run("CREATE TABLE {table}_parent (name varchar(200) COLLATE \"C\" NOT NULL)");
        patient.client().close();
        patient.run("ALTER TABLE {table} INHERIT {table}_parent");
        try {
            assertRefusedOrExclusive("INHERIT", "plain table");
        } finally {
            patient.run("ALTER TABLE {table} NO INHERIT {table}_parent", "DROP TABLE {table}_parent");
        }
    }

    /** If such a table is ever let in again, its locks must exclude each other. */
    private void assertRefusedOrExclusive(String... hints) {
        assertThatExceptionOfType(LockSetupException.class)
                .isThrownBy(() -> {
                    try (Rowlock client = patient.client()) {
                        assertHoldsStayHeld(client);
                    }
                })
                .withMessageContainingAll(hints)
                .withMessageContaining(patient.table());
    }

    private static void assertHoldsStayHeld(Rowlock client) {
        List<DistributedLock> locks = IntStream.range(0, 40)
                .mapToObj(number -> client.lock("part-" + number))
                .toList();
        locks.forEach(lock -> lock.tryRun(() -> {}));
        List<Hold> holds =
                locks.stream().flatMap(lock -> lock.tryAcquire().stream()).toList();
        assertThat(holds).hasSameSizeAs(locks);
        assertThat(holds).as("holds that other locks' grants have overwritten").allMatch(Hold::check);
        holds.forEach(Hold::close);
    }

    /** A temporary table hides a table whose name has no schema before it, on the connection that made it. */
    @Test
    void aTemporaryTableOfTheSameNameIsPassedBy() {
        patient.client().close();
        Detour source = new Detour(() -> {
            Connection connection = engine().dataSource().getConnection();
            try (Statement statement = connection.createStatement()) {
                for (String sql : LockSchema.statements(patient.database(), patient.table())
                        .subList(0, 2)) {
                    statement.execute(sql.replace("CREATE TABLE", "CREATE TEMPORARY TABLE"));
                }
            }
            return connection;
        });
        try (Rowlock one = patient.client(source);
                Rowlock two = patient.client();
                Hold hold = one.lock("seen").acquire()) {
            assertThat(two.lock("seen").tryAcquire()).isEmpty();
            assertThat(hold.check()).isTrue();
        }
    }

    @Test
    void aRuleIsFound() throws SQLException {
        patient.client().close();
        patient.run("CREATE RULE {table}_rule AS ON DELETE TO {table} DO ALSO NOTHING");

        Warnings.assertOnly(patient, "S1, L1", patient.table() + "_rule");
    }

    @Test
    void rowLevelSecurityIsFound() throws SQLException {
        patient.client().close();
        patient.run(
                "CREATE POLICY partly ON {table} USING (name <> 'hidden')",
                "ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
                "ALTER TABLE {table} FORCE ROW LEVEL SECURITY");

        Warnings.assertOnly(patient, "L1", "row level security");
    }

    @Test
    void rowLevelSecurityThatRefusesGrantsIsReported() throws SQLException {
        try (Rowlock client = patient.client()) {
            patient.run(
                    "CREATE POLICY no_more ON {table} USING (name = 'rowlock')",
                    "ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
                    "ALTER TABLE {table} FORCE ROW LEVEL SECURITY");

            assertThat(client.admin().diagnose())
                    .anySatisfy(finding -> assertAdvises(finding, Severity.WARNING, "L1", "row level security"))
                    .anySatisfy(finding -> assertAdvises(finding, Severity.WARNING, "L1", "refused"));
        }
    }

    @Test
    void aServerThatTakesNoWritesIsRefusedAndFoundLater() throws SQLException {
        try (Rowlock client = patient.client()) {
            engine().demote();
            try {
                assertThatExceptionOfType(LockSetupException.class)
                        .isThrownBy(patient::client)
                        .withMessageContainingAll("read-only", "primary");
                await().untilAsserted(() -> assertThat(client.admin().diagnose())
                        .singleElement()
                        .satisfies(finding -> assertAdvises(finding, Severity.IMPOSSIBLE, "S1", "read-only")));
            } finally {
                engine().promote();
            }
        }
    }

    @Test
    void anAsynchronousStandbyIsFound() throws Exception {
        Administrator administrator = Administrator.of(engine());
        String here = administrator.text("select pg_current_wal_lsn()");
        try (PretendedStandby standby = PretendedStandby.attach(engine().jdbcUrl(), here)) {
            await().until(() -> streaming(administrator) == 1);
            Warnings.assertOnly(patient, "S1, S3", "standbys are attached (1)");
        }
        await().until(() -> streaming(administrator) == 0);
        Warnings.assertNone(patient);
    }

    private static long streaming(Administrator administrator) throws SQLException {
        return Long.parseLong(administrator.text("select count(*) from pg_stat_replication where state = 'streaming'"));
    }

    @Test
    void aSynchronousStandbyThatCommitsDoNotWaitForIsFound() throws Exception {
        duringSetting(
                "synchronous_commit",
                "local",
                () -> duringSetting(
                        "synchronous_standby_names",
                        "'nobody'",
                        () -> Warnings.assertOnly(patient, "S1, S3", "synchronous_commit = local")));
        Warnings.assertNone(patient);
    }

    @Test
    void anEncodingThatCannotHoldAllNamesIsFound() throws Exception {
        Administrator administrator = Administrator.of(engine());
        administrator.during(
                "create database narrow owner rowlock encoding 'LATIN1' locale_provider libc locale 'C' template template0",
                "drop database narrow with (force)",
                () -> {
                    String url = engine().jdbcUrl().replaceFirst("/rowlock$", "/narrow");
                    Detour narrow =
                            new Detour(() -> DriverManager.getConnection(url, engine().user(), engine().password()));
                    try (Rowlock client = patient.client(narrow)) {
                        assertThat(client.admin().diagnose())
                                .singleElement()
                                .satisfies(finding -> assertAdvises(finding, Severity.WARNING, "S9", "LATIN1"));
                    }
                });
    }

    /** The extension itself is not to be had here, so the catalogue is told that it is there. */
    @ParameterizedTest
    @ValueSource(strings = {"bdr", "spock"})
    void aDatabaseWhoseCatalogueListsAnExtensionForSeveralWritersIsRefused(String extension) throws Exception {
        Administrator administrator = Administrator.of(engine());
        String name = "several_" + extension;
        administrator.during(
                "create database " + name + " owner rowlock", "drop database " + name + " with (force)", () -> {
                    String url = engine().jdbcUrl().replaceFirst("/rowlock$", "/" + name);
                    Detour several =
                            new Detour(() -> DriverManager.getConnection(url, engine().user(), engine().password()));
                    patient.client(several).close();
                    new Administrator(url).run("""
                    insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
                    values (99999, '%s', 10, 11, false, '5.0')
                    """.formatted(extension));
                    assertThatExceptionOfType(LockSetupException.class)
                            .isThrownBy(() -> patient.client(several))
                            .withMessageContainingAll(extension, "several servers take writes");
                });
    }

    @Test
    void sessionsThatOutliveTheirClientsAreFound() throws SQLException {
        try (Rowlock client = patient.client(withOptions("-c tcp_keepalives_idle=7200"))) {
            assertThat(client.admin().diagnose())
                    .singleElement()
                    .satisfies(finding ->
                            assertAdvises(finding, Severity.WARNING, "L1", "idle_in_transaction_session_timeout"));
        }
        try (Rowlock client =
                patient.client(withOptions("-c tcp_keepalives_idle=7200 -c idle_in_transaction_session_timeout=60s"))) {
            assertThat(client.admin().diagnose()).isEmpty();
        }
    }

    private Detour withOptions(String options) {
        String url = engine().jdbcUrl() + "?options=" + options.replace(" ", "%20");
        return new Detour(() -> DriverManager.getConnection(url, engine().user(), engine().password()));
    }

    /** As behind a pooler in transaction mode: each statement of a connection goes to another server session. */
    @Test
    void aPoolerThatSwitchesSessionsIsFound() throws SQLException {
        try (Rowlock client = patient.client(new Detour(this::switching))) {
            assertThat(client.admin().diagnose())
                    .singleElement()
                    .satisfies(finding -> assertAdvises(finding, Severity.WARNING, "S10", "two server sessions"));
        }
    }

    /** As through an address behind which stand two servers. */
    @Test
    void connectionsThatLeadToTwoDatabasesAreFound() throws SQLException {
        String other = patient.table() + "_other";
        UrlDataSource here = (UrlDataSource) engine().dataSource();
        Administrator administrator = Administrator.of(engine());
        administrator.run("CREATE DATABASE " + other + " OWNER " + here.user());
        UrlDataSource there = new UrlDataSource(
                here.url().replaceFirst("/[a-z]+(?=$|\\?)", '/' + other), here.user(), here.password());
        patient.client(there).close();
        patient.client().close();
        AtomicInteger count = new AtomicInteger();
        Detour split = new Detour(() -> (count.getAndIncrement() % 2 == 0 ? here : there).getConnection());
        try (Rowlock client = patient.client(split)) {
            assertThat(client.admin().diagnose())
                    .anySatisfy(finding -> assertAdvises(finding, Severity.IMPOSSIBLE, "S1", "granted one lock"));
        } finally {
            administrator.run("DROP DATABASE " + other + " WITH (FORCE)");
        }
    }

    private Connection switching() throws SQLException {
        List<Connection> sessions = List.of(
                engine().dataSource().getConnection(), engine().dataSource().getConnection());
        AtomicInteger count = new AtomicInteger();
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    try {
                        if (method.getName().equals("prepareStatement")) {
                            return method.invoke(sessions.get(count.getAndIncrement() % 2), arguments);
                        }
                        Object answer = method.invoke(sessions.get(1), arguments);
                        method.invoke(sessions.get(0), arguments);
                        return answer;
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                });
    }

    private void duringSetting(String name, String value, Administrator.Check check) throws Exception {
        set("alter system set " + name + " = " + value);
        try {
            await().until(() -> !isDefault(name));
            check.run();
        } finally {
            set("alter system reset " + name);
            await().until(() -> isDefault(name));
        }
    }

    private void set(String sql) throws SQLException {
        Administrator.of(engine()).run(sql, "select pg_reload_conf()");
    }

    private boolean isDefault(String name) throws SQLException {
        return Administrator.of(engine())
                .text("select setting = boot_val from pg_settings where name = '" + name + "'")
                .equals("t");
    }
}
