package io.rowlock.engines.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockStoreException;
import io.rowlock.Rowlock;
import io.rowlock.engines.Engines;
import io.rowlock.engines.contract.TestNetwork;
import io.rowlock.engines.network.Proxy;
import io.rowlock.engines.server.ServerEngine;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.source.Interception;
import io.rowlock.testkit.source.LentDataSource;
import io.rowlock.testkit.source.PlainDataSource;
import io.rowlock.testkit.source.SmallPool;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.jdbc.PgConnection;

/** The isolation level of a connection that is lent again and again: how often the server is asked, and the locks if it has changed. */
class PostgresIsolationTest implements Contract {
    private static final int LOANS = 12;
    private static final int CLIENTS = 3;
    private static final int THREADS = 4;
    private static final Duration USE = Duration.ofSeconds(4);

    @Override
    public ServerEngine database() {
        return Engines.postgres();
    }

    @Test
    void aSecondLoanOfAConnectionSendsNoStatementOfItsOwn(ContractFixture fixture) {
        assertThat(leastRoundTripsOfALoan(fixture, connection -> {})).isEqualTo(1);
    }

    /** The pooler may lend it another session each time. */
    @Test
    void behindAPoolerEachLoanAsks(ContractFixture fixture) {
        assertThat(leastRoundTripsOfALoan(fixture, PostgresSharedSessionTest::tellAnotherNumber))
                .isEqualTo(2);
    }

    @Test
    void aLevelThatIsNotOursIsAskedForEachTimeAndRestored(ContractFixture fixture) {
        assertThat(leastRoundTripsOfALoan(
                        fixture, lent -> lent.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE)))
                .as("the question, the switch, the request, the switch back")
                .isEqualTo(4);
    }

    /** Each request borrows the only connection of a pool, which does nothing with it itself. */
    private int leastRoundTripsOfALoan(ContractFixture fixture, LentDataSource.ConnectionSetup setup) {
        Proxy proxy = TestNetwork.open(fixture, database());
        SmallPool pool = fixture.pool(1, prepared(database().dataSource(proxy.address()), setup));
        DistributedLock lock = fixture.client(pool, settings -> settings.keepConnection(Duration.ZERO))
                .lock(fixture.name("lent"));
        int least = Integer.MAX_VALUE;
        try (Hold hold = lock.acquire()) {
            for (int loan = 0; loan < LOANS; loan++) {
                fixture.await().until(() -> pool.lent() == 0);
                var before = proxy.traffic();
                assertThat(hold.check()).isTrue();
                fixture.await().until(() -> pool.lent() == 0);
                least = Math.min(least, proxy.traffic().since(before).roundTrips());
            }
        }
        return least;
    }

    private static DataSource prepared(DataSource source, LentDataSource.ConnectionSetup setup) {
        return new LentDataSource(source, setup);
    }

    /** As an application does that changes the level of a pooled connection by SQL, where the pool does not undo it. */
    @ParameterizedTest
    @ValueSource(strings = {"REPEATABLE READ", "SERIALIZABLE"})
    void atALevelThatNobodyNoticedALockIsInOneHandAndTokensGrow(String level, ContractFixture fixture) {
        AtomicInteger changes = new AtomicInteger();
        List<Rowlock> clients = Stream.generate(() -> fixture.client(
                        new Changing(fixture.pool(3), level, changes),
                        settings -> settings.keepConnection(Duration.ofMillis(1))))
                .limit(CLIENTS)
                .toList();
        List<String> names = Stream.of("a", "b", "c", "d").map(fixture::name).toList();
        Map<String, AtomicInteger> inside = new ConcurrentHashMap<>();
        Map<String, AtomicLong> newest = new ConcurrentHashMap<>();
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        Queue<String> wrong = new ConcurrentLinkedQueue<>();
        AtomicInteger grants = new AtomicInteger();
        long end = System.nanoTime() + USE.toNanos();
        fixture.crew().together(CLIENTS * THREADS, index -> {
            while (System.nanoTime() - end < 0) {
                String name = names.get(ThreadLocalRandom.current().nextInt(names.size()));
                DistributedLock lock = clients.get(index % CLIENTS).lock(name);
                try {
                    Optional<Hold> granted = ThreadLocalRandom.current().nextBoolean()
                            ? lock.tryAcquire()
                            : lock.tryAcquire(Duration.ofMillis(20));
                    if (granted.isPresent()) {
                        grants.incrementAndGet();
                        use(granted.get(), inside, newest, wrong);
                    }
                } catch (LockStoreException failure) {
                    failures.add(failure);
                }
            }
        });
        assertThat(wrong)
                .as("of %s grants, with %s failures", grants, failures.size())
                .isEmpty();
        assertThat(failures).as("of %s grants", grants).isEmpty();
        assertThat(grants).hasValueGreaterThan(50);
        assertThat(changes).as("loans at another level").hasValueGreaterThan(20);
    }

    private static void use(
            Hold hold, Map<String, AtomicInteger> inside, Map<String, AtomicLong> newest, Queue<String> wrong) {
        String name = hold.key().name();
        try (hold) {
            AtomicInteger users = inside.computeIfAbsent(name, fresh -> new AtomicInteger());
            if (users.incrementAndGet() != 1) {
                wrong.add("two hold " + name);
            }
            long before =
                    newest.computeIfAbsent(name, fresh -> new AtomicLong()).getAndSet(hold.token());
            if (before >= hold.token()) {
                wrong.add(name + " had token " + before + " before " + hold.token());
            }
            if (ThreadLocalRandom.current().nextInt(4) == 0 && !hold.check()) {
                wrong.add("a hold of " + name + " is not there");
            }
            users.decrementAndGet();
        }
    }

    /** Changes the level of each connection behind the borrower's back, before its first statement, until it is given back. */
    private record Changing(SmallPool pool, String level, AtomicInteger changes) implements PlainDataSource {

        @Override
        public Connection getConnection() throws SQLException {
            Connection connection = pool.getConnection();
            Connection own = connection.unwrap(PgConnection.class);
            AtomicBoolean changed = new AtomicBoolean();
            Interception interception = call -> {
                if (call.is("prepareStatement") && changed.compareAndSet(false, true)) {
                    change(own, level);
                    changes.incrementAndGet();
                } else if (call.is("close") && changed.get() && !own.isClosed()) {
                    change(own, "READ COMMITTED");
                }
                return call.proceed();
            };
            return interception.around(Connection.class, connection);
        }
    }

    private static void change(Connection connection, String level) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL " + level);
        }
    }
}
