package io.rowlock.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.Hold;
import io.rowlock.LockSetupException;
import io.rowlock.LockStoreException;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.HeavyPromise;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.source.LentDataSource;
import io.rowlock.testkit.source.SmallPool;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** L5: at most three connections per process, given back when idle, as they were. L6: every call is bounded. */
public interface ConnectionContract extends Contract {

    @HeavyPromise
    default void manyThreadsNeedAtMostThreeConnections(ContractFixture bench) {
        Rowlock client = bench.client();
        String name = bench.name("busy");
        AtomicInteger grants = new AtomicInteger();

        bench.crew().together(256, number -> {
            try (Hold own = client.lock(name + number).acquire();
                    Hold shared = client.lock(name + "shared" + number % 16).acquire()) {
                grants.addAndGet(own.isHeld() && shared.isHeld() ? 1 : 0);
            }
        });

        assertThat(grants).hasValue(256);
        assertThat(bench.source().peak()).isBetween(1, 3);
    }

    @Promise
    default void connectionsGoBackWhenThereIsNothingToDoThoughALockIsHeld(ContractFixture bench) {
        Rowlock client = bench.client();
        try (Hold hold = client.lock(bench.name("quiet")).acquire()) {
            bench.await().until(() -> bench.source().open() == 0);
            assertThat(hold.check()).isTrue();
        }
        bench.await().until(() -> bench.source().open() == 0);
    }

    @Promise
    default void aPoolOfOneConnectionIsEnough(ContractFixture bench) {
        SmallPool pool = bench.pool(1);
        Rowlock client = bench.client(pool);
        String name = bench.name("narrow");
        int[] counter = {0};

        bench.crew().together(8, number -> {
            for (int round = 0; round < 3; round++) {
                try (Hold own = client.lock(name + number).acquire();
                        Hold shared = client.lock(name).acquire()) {
                    assertThat(own.isHeld()).isTrue();
                    counter[0]++;
                    assertThat(shared.check()).isTrue();
                }
            }
        });

        assertThat(counter[0]).isEqualTo(24);
    }

    @Promise
    default void anExhaustedPoolIsBrokenAndNotBusyAndHealsByItself(ContractFixture bench) throws SQLException {
        SmallPool pool = bench.pool(1);
        Rowlock client = bench.client(pool, settings -> settings.callTimeout(Duration.ofSeconds(2)));
        String name = bench.name("starved");
        client.lock(name).acquire().close();

        bench.await().until(() -> pool.lent() == 0);
        try (Connection ofTheApplication = pool.getConnection()) {
            assertThat(ofTheApplication.isClosed()).isFalse();
            long start = System.nanoTime();
            assertThatExceptionOfType(LockStoreException.class)
                    .isThrownBy(() -> client.lock(name).tryAcquire());
            assertThatExceptionOfType(LockStoreException.class)
                    .isThrownBy(() -> client.admin().find(name));
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .as("bounded by the client, not by the pool's patience")
                    .isLessThan(ContractFixture.POOL_PATIENCE);
        }

        bench.await().ignoreExceptionsInstanceOf(LockStoreException.class).untilAsserted(() -> {
            try (Hold hold = client.lock(name).acquire()) {
                assertThat(hold.check()).isTrue();
            }
        });
    }

    @Promise
    default void connectionsComeBackWithTheAutocommitTheyWereLentWith(ContractFixture bench) {
        LentDataSource lent = bench.lent(connection -> connection.setAutoCommit(false));
        assertThatLocksWorkOver(bench, lent);
        assertThat(lent.returned()).isNotEmpty().allMatch(state -> !state.autoCommit());
    }

    @Promise
    default void connectionsComeBackWithTheIsolationTheyWereLentWith(ContractFixture bench) {
        LentDataSource lent =
                bench.lent(connection -> connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE));
        assertThatLocksWorkOver(bench, lent);
        assertThat(lent.returned())
                .isNotEmpty()
                .allMatch(state -> state.isolation() == Connection.TRANSACTION_SERIALIZABLE);
    }

    @Promise
    default void connectionsComeBackInTheStateTheyWereLentIn(ContractFixture bench) {
        LentDataSource lent = bench.lent(connection -> {
            connection.setAutoCommit(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        });
        assertThatLocksWorkOver(bench, lent);
        assertThat(lent.returned()).isNotEmpty().hasSameElementsAs(lent.lent());
    }

    /** A pool's init statement, for one, may do that; MySQL's driver does not notice. */
    @Promise
    default void autocommitThatIsSwitchedOffBehindTheDriversBackIsSwitchedOn(ContractFixture bench) {
        LentDataSource lent = bench.lent(connection -> switchAutocommitOffBySql(bench, connection));
        assertThatLocksWorkOver(bench, lent);
        assertThat(lent.returned()).isNotEmpty().hasSameElementsAs(lent.lent());
    }

    private static void switchAutocommitOffBySql(ContractFixture bench, Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            switch (bench.database()) {
                case MYSQL, MARIADB -> statement.execute("SET autocommit = 0");
                case H2 -> statement.execute("SET AUTOCOMMIT FALSE");
                // These servers have no such setting; their drivers begin transactions themselves.
                case POSTGRESQL, ORACLE, SQL_SERVER -> connection.setAutoCommit(false);
            }
        }
    }

    /** Where a driver ignores the wish for a read-only connection, the lock simply works. */
    @Promise
    default void readOnlyConnectionsAreRefusedAtTheStart(ContractFixture bench) {
        LentDataSource lent = bench.lent(connection -> connection.setReadOnly(true));
        bench.client();

        if (bench.honoursReadOnly()) {
            assertThatExceptionOfType(LockSetupException.class)
                    .isThrownBy(() -> bench.client(lent))
                    .withMessageContaining("read");
        } else {
            assertThatLocksWorkOver(bench, lent);
        }
        assertThat(lent.open()).isZero();
    }

    private static void assertThatLocksWorkOver(ContractFixture bench, LentDataSource lent) {
        try (Rowlock client = bench.client(lent)) {
            String name = bench.name("lent");
            try (Hold hold = client.lock(name).acquire()) {
                assertThat(hold.check()).isTrue();
                hold.renew();
                assertThat(bench.client().lock(name).tryAcquire()).isEmpty();
            }
            assertThat(bench.client().lock(name).tryAcquire()).isPresent();
        }
        assertThat(lent.open()).isZero();
    }
}
