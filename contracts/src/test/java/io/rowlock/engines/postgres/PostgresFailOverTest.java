package io.rowlock.engines.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rowlock.Finding;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockOutcomeUnknownException;
import io.rowlock.Rowlock;
import io.rowlock.engines.EngineExtension;
import io.rowlock.engines.Engines;
import io.rowlock.engines.server.UrlDataSource;
import java.net.URL;
import java.net.URLClassLoader;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.IntSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Commits wait for a standby that is down, an administrator ends those waits, the primary is lost, and the standby is promoted.
 * PostgreSQL answers a cancelled wait with success and a warning, though the commit is on the primary alone. So such an answer
 * must not count, and neither must a repeat that only reads what the first request has written. One fail-over serves all tests.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresFailOverTest {

    @RegisterExtension
    static final EngineExtension NEEDED = new EngineExtension(Engines.postgres());

    private static final Duration LEASE = Duration.ofSeconds(6);
    private static final Duration CALL_TIMEOUT = Duration.ofMillis(800);

    /** The old holder, and what it was told. */
    private record Told(@Nullable Hold hold, @Nullable Throwable failure) {

        boolean isHeld() {
            return hold != null && hold.isHeld();
        }
    }

    /** The ways to the primary. Leases differ, so that each renewal can be tried in the second half of its own. */
    enum Way {
        PLAIN(Duration.ZERO),
        /** The sessions show no warnings to their clients. */
        QUIET(Duration.ofSeconds(4)),
        /** The driver's own connections cannot be had. */
        HIDDEN(Duration.ofSeconds(8));

        private final Duration lease;

        Way(Duration more) {
            lease = LEASE.plus(more);
        }

        DataSource to(PostgresPair pair) {
            return switch (this) {
                case PLAIN -> pair.primary();
                case QUIET -> pair.primary("options=-c%20client_min_messages=error");
                case HIDDEN -> new HidingDataSource(pair.primary());
            };
        }

        String lock(String purpose) {
            return purpose + '-' + name().toLowerCase(Locale.ROOT);
        }
    }

    private final List<AutoCloseable> opened = new ArrayList<>();
    private PostgresPair pair;
    private Rowlock after;
    private final Map<Way, Told> cancelledAcquires = new EnumMap<>(Way.class);
    private final Map<Way, Told> cancelledRenewals = new EnumMap<>(Way.class);
    private final Map<Way, Told> cancelledCommits = new EnumMap<>(Way.class);
    private Told terminatedAcquire;
    private Told cancelledRelease;

    @BeforeAll
    void failOver() throws Exception {
        pair = opened(PostgresPair.start());
        Map<Way, Rowlock> clients = new EnumMap<>(Way.class);
        Map<Way, Hold> guarding = new EnumMap<>(Way.class);
        Map<Way, Hold> renewed = new EnumMap<>(Way.class);
        for (Way way : Way.values()) {
            Rowlock client = opened(
                    Rowlock.builder(way.to(pair)).callTimeout(CALL_TIMEOUT).build());
            clients.put(way, client);
            client.lock(way.lock("cancelled")).acquire().close();
            guarding.put(way, client.lock(way.lock("guarding")).acquire());
        }
        Rowlock before = clients.get(Way.PLAIN);
        before.lock("terminated").acquire().close();
        run("CREATE TABLE guarded (id integer)");
        Hold released = before.lock(definition("released", LEASE)).acquire();
        for (Way way : Way.values()) {
            renewed.put(
                    way,
                    clients.get(way)
                            .lock(definition(way.lock("renewed"), way.lease))
                            .acquire());
        }
        pair.stopStandby();

        cancelledRelease = told(pair::cancelWaits, () -> {
            released.close();
            return released;
        });
        for (Way way : Way.values()) {
            Hold hold = renewed.get(way);
            await().atMost(way.lease).until(() -> hold.remaining().compareTo(way.lease.dividedBy(2)) < 0);
            Told told = told(pair::cancelWaits, () -> {
                hold.renew();
                return hold;
            });
            cancelledRenewals.put(way, new Told(hold, told.failure()));
        }
        for (Way way : Way.values()) {
            cancelledAcquires.put(
                    way,
                    told(
                            pair::cancelWaits,
                            () -> clients.get(way)
                                    .lock(way.lock("cancelled"))
                                    .tryAcquire()
                                    .orElseThrow()));
            cancelledCommits.put(way, told(pair::cancelWaits, () -> write(guarding.get(way), way.to(pair))));
        }
        terminatedAcquire = told(
                pair::terminateWaits,
                () -> before.lock("terminated").tryAcquire().orElseThrow());

        pair.failOver();
        after = opened(Rowlock.create(pair.standby()));
    }

    private static Hold write(Hold guard, DataSource source) throws SQLException {
        return guard.guarded(source, connection -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute("INSERT INTO guarded VALUES (1)");
            }
            return guard;
        });
    }

    private static LockDefinition definition(String name, Duration lease) {
        return LockDefinition.of(name).withLease(lease).withRenewal(false);
    }

    private <T extends AutoCloseable> T opened(T resource) {
        opened.add(0, resource);
        return resource;
    }

    private void run(String sql) throws SQLException {
        run(pair.primary(), sql);
    }

    private static void run(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Does something whose commits wait, while an administrator ends each wait as soon as it is seen. */
    private static Told told(IntSupplier ending, Callable<Hold> act) {
        CompletableFuture<Hold> done = CompletableFuture.supplyAsync(() -> {
            try {
                return act.call();
            } catch (Exception failure) {
                throw new CompletionException(failure);
            }
        });
        await().pollInterval(Duration.ofMillis(20)).until(() -> ending.getAsInt() > 0);
        await().pollInterval(Duration.ofMillis(20)).until(() -> ending.getAsInt() >= 0 && done.isDone());
        return done.handle((hold, failure) -> new Told(hold, failure == null ? null : failure.getCause()))
                .join();
    }

    @AfterAll
    void close() throws Exception {
        for (AutoCloseable resource : opened) {
            resource.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCancelledAcquireIsInDoubt(Way way) {
        assertNotHeldTwice(way.lock("cancelled"), cancelledAcquires.get(way));
        assertThat(cancelledAcquires.get(way).failure()).isInstanceOf(LockOutcomeUnknownException.class);
    }

    @Test
    void aTerminatedAcquireIsInDoubtThoughItsRepeatFindsItsRow() {
        assertNotHeldTwice("terminated", terminatedAcquire);
        assertThat(terminatedAcquire.failure()).isInstanceOf(LockOutcomeUnknownException.class);
    }

    @ParameterizedTest
    @EnumSource
    void aCancelledRenewalProlongsNoBelief(Way way) {
        assertNotHeldTwice(way.lock("renewed"), cancelledRenewals.get(way));
        assertThat(cancelledRenewals.get(way).failure()).isNotNull();
    }

    @Test
    void aCancelledReleaseLeavesTheLockToItsLease() {
        assertNotHeldTwice("released", cancelledRelease);
        assertThat(cancelledRelease.failure()).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void aCancelledCommitOfAGuardedTransactionIsInDoubt(Way way) {
        assertThat(cancelledCommits.get(way).failure())
                .isInstanceOf(LockOutcomeUnknownException.class)
                .hasMessageContaining("guarding");
    }

    /** Triggers warn, and so does a server whose transaction numbers run out, with the same SQLState. */
    @ParameterizedTest
    @EnumSource(names = {"PLAIN", "HIDDEN"})
    void aWarningThatIsNotAboutStandbysLeavesNothingInDoubt(Way way) throws SQLException {
        DataSource source = way == Way.HIDDEN ? new HidingDataSource(pair.standby()) : pair.standby();
        String table = way.lock("warned").replace('-', '_');
        try (Rowlock client = Rowlock.builder(source).table(table).build()) {
            run(pair.standby(), """
                    CREATE FUNCTION %1$s() RETURNS trigger LANGUAGE plpgsql
                    AS 'BEGIN RAISE WARNING ''seen''; RETURN NULL; END';
                    CREATE TRIGGER warns AFTER INSERT OR UPDATE ON %1$s FOR EACH ROW EXECUTE FUNCTION %1$s()
                    """.formatted(table));
            try (Hold hold = client.lock("a").tryAcquire().orElseThrow()) {
                hold.renew();
                assertThat(hold.isHeld()).isTrue();
            }
        }
    }

    /** As in application servers and OSGi. */
    @Test
    void aDriverOfAnotherClassLoaderIsKnown() throws Exception {
        URL jar = Class.forName("org.postgresql.Driver")
                .getProtectionDomain()
                .getCodeSource()
                .getLocation();
        UrlDataSource plain = (UrlDataSource) pair.standby();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar}, ClassLoader.getPlatformClassLoader())) {
            Driver driver = (Driver)
                    loader.loadClass("org.postgresql.Driver").getConstructor().newInstance();
            Properties account = new Properties();
            account.put("user", plain.user());
            account.put("password", plain.password());
            try (Rowlock client = Rowlock.create(new OwnDriverDataSource(driver, plain.url(), account))) {
                assertThat(client.admin().diagnose())
                        .extracting(Finding::problem)
                        .noneMatch(what -> what.contains("unwrap"));
                client.lock("elsewhere").acquire().close();
            }
        }
    }

    private void assertNotHeldTwice(String name, Told told) {
        Optional<Hold> next = after.lock(name).tryAcquire(LEASE.multipliedBy(2));
        assertThat(next).as("the next grant, on the new primary").isPresent();
        assertThat(told.isHeld())
                .as("whether the old holder still believes, told %s", told)
                .isFalse();
        next.get().close();
    }
}
