package io.rowlock.engines.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rowlock.Finding;
import io.rowlock.Hold;
import io.rowlock.LockSetupException;
import io.rowlock.Rowlock;
import io.rowlock.engines.Engines;
import io.rowlock.engines.machine.Availability;
import io.rowlock.engines.machine.Prerequisite;
import io.rowlock.engines.server.Engine;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Clients behind PgBouncer in transaction mode: S1 and S8 where a server session serves the next client, with what others have
 * prepared in it. Runs only where PgBouncer is installed.
 */
class PgBouncerTest implements Contract {

    private static final int CLIENTS = 3;
    private static final int THREADS = 2;
    private static final int SESSIONS = 3;
    private static final Duration USE = Duration.ofSeconds(4);

    private static PgBouncer pooler;

    @BeforeAll
    static void start() {
        // No Maven artifact carries it, so continuous integration may lack it too: CONTRIBUTING.md says so.
        Availability installed = PgBouncer.availability();
        assumeTrue(installed.isAvailable(), installed::toString);
        Prerequisite.require(Engines.postgres().availability());
        pooler = PgBouncer.inFrontOf(Engines.postgres(), SESSIONS);
    }

    @AfterAll
    static void stop() {
        if (pooler != null) {
            pooler.close();
        }
    }

    @Override
    public Engine database() {
        return Engines.postgres();
    }

    @Test
    void clientsThatShareSessionsMistakeNoStatement(ContractFixture fixture) {
        shareSessions("", fixture);
    }

    /** By default the driver names a statement at its fifth use. */
    @Test
    void clientsThatShareSessionsMistakeNoStatementIfTheirDriverNamesEachAtOnce(ContractFixture fixture) {
        shareSessions("?prepareThreshold=1", fixture);
    }

    private static void shareSessions(String parameters, ContractFixture fixture) {
        List<Rowlock> clients = Stream.generate(() -> fixture.client(fixture.pool(3, pooler.dataSource(parameters))))
                .limit(CLIENTS)
                .toList();
        List<String> names = Stream.of("a", "b", "c", "d").map(fixture::name).toList();
        List<AtomicInteger> inside =
                Stream.generate(AtomicInteger::new).limit(names.size()).toList();
        ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        AtomicInteger grants = new AtomicInteger();
        AtomicInteger twice = new AtomicInteger();
        long end = System.nanoTime() + USE.toNanos();
        fixture.crew().together(CLIENTS * THREADS, index -> {
            Rowlock client = clients.get(index % CLIENTS);
            while (System.nanoTime() - end < 0) {
                int which = ThreadLocalRandom.current().nextInt(names.size());
                try {
                    Optional<Hold> granted = client.lock(names.get(which)).tryAcquire();
                    if (granted.isPresent()) {
                        grants.incrementAndGet();
                        use(granted.get(), inside.get(which), twice, pooler.dataSource(parameters));
                    }
                } catch (RuntimeException | SQLException failure) {
                    failures.add(failure);
                }
            }
        });
        assertThat(failures.stream().map(Throwable::toString).distinct())
                .as("failures, %d in all, %d grants", failures.size(), grants.get())
                .isEmpty();
        assertThat(twice).as("locks in two hands, of %s grants", grants).hasValue(0);
        assertThat(grants).hasValueGreaterThan(50);
    }

    private static void use(Hold hold, AtomicInteger inside, AtomicInteger twice, DataSource source)
            throws SQLException {
        try (hold) {
            if (inside.incrementAndGet() != 1) {
                twice.incrementAndGet();
            }
            hold.renew();
            if (!hold.check()) {
                throw new IllegalStateException("renewed, and not there");
            }
            if (ThreadLocalRandom.current().nextInt(20) == 0) {
                hold.guarded(source, Connection::isReadOnly);
            } else if (ThreadLocalRandom.current().nextInt(20) == 0) {
                guard(hold, source);
            }
            inside.decrementAndGet();
        }
    }

    private static void guard(Hold hold, DataSource source) throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            hold.guard(connection);
            if (ThreadLocalRandom.current().nextBoolean()) {
                connection.commit();
            } else {
                connection.rollback();
            }
        }
    }

    @Test
    void aWaiterIsServedThoughNoNotificationArrives(ContractFixture fixture) {
        Rowlock one = fixture.client(pooler.dataSource());
        Rowlock two = fixture.client(pooler.dataSource());
        String name = fixture.name("waited");
        Hold held = one.lock(name).acquire();
        var waiting = two.lock(name).acquireAsync(Duration.ofSeconds(30)).toCompletableFuture();
        fixture.awaitWaiters(two, name, 1);
        held.close();
        waiting.join().close();
    }

    @Test
    void theDoctorNamesThePooler(ContractFixture fixture) {
        Rowlock client = fixture.client(fixture.pool(3, pooler.dataSource("?prepareThreshold=1")));
        for (int i = 0; i < 2; i++) {
            assertThat(client.admin().diagnose())
                    .filteredOn(finding -> finding.problem().contains("pooler"))
                    .singleElement()
                    .satisfies(finding -> {
                        assertThat(finding.severity()).isEqualTo(Finding.Severity.WARNING);
                        assertThat(finding.promises()).contains("S10");
                    });
        }
    }

    @Test
    void connectionBoundLocksAreRejected(ContractFixture fixture) {
        assertThatExceptionOfType(LockSetupException.class)
                .isThrownBy(() -> fixture.client(pooler.dataSource(), settings -> settings.connectionBound()))
                .withMessageContaining("pooler");
    }

    @Test
    void aDriverThatIsToldToNameEveryStatementIsRejectedByTheNameOfTheSetting(ContractFixture fixture) {
        assertThatExceptionOfType(LockSetupException.class)
                .isThrownBy(() -> fixture.client(pooler.dataSource("?prepareThreshold=-1")))
                .withMessageContaining("prepareThreshold");
    }
}
