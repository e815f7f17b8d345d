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
    default void manyThreadsNeedAtMostThreeConnections(ContractFixture fixture) {
        Rowlock client = fixture.client();
        String name = fixture.name("busy");
        AtomicInteger grants = new AtomicInteger();

        fixture.crew().together(256, number -> {
            try (Hold own = client.lock(name + number).acquire();
                    Hold shared = client.lock(name + "shared" + number % 16).acquire()) {
                grants.addAndGet(own.isHeld() && shared.isHeld() ? 1 : 0);
            }
        });

        assertThat(grants).hasValue(256);
        assertThat(fixture.source().peak()).isBetween(1, 3);
    }

    @Promise
    default void connectionsGoBackWhenThereIsNothingToDoThoughALockIsHeld(ContractFixture fixture) {
        Rowlock client = fixture.client();
        try (Hold hold = client.lock(fixture.name("quiet")).acquire()) {
            fixture.await().until(() -> fixture.source().open() == 0);
            assertThat(hold.check()).isTrue();
        }
        fixture.await().until(() -> fixture.source().open() == 0);
    }

    @Promise
    default void aPoolOfOneConnectionIsEnough(ContractFixture fixture) {
        SmallPool pool = fixture.pool(1);
        Rowlock client = fixture.client(pool);
        String name = fixture.name("narrow");
        int[] counter = {0};

        fixture.crew().together(8, number -> {
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
    default void anExhaustedPoolIsBrokenAndNotBusyAndHealsByItself(ContractFixture fixture) throws SQLException {
        SmallPool pool = fixture.pool(1);
        Rowlock client = fixture.client(pool, settings -> settings.callTimeout(Duration.ofSeconds(2)));
        String name = fixture.name("starved");
        client.lock(name).acquire().close();

        fixture.await().until(() -> pool.lent() == 0);
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

        fixture.await().ignoreExceptionsInstanceOf(LockStoreException.class).untilAsserted(() -> {
            try (Hold hold = client.lock(name).acquire()) {
                assertThat(hold.check()).isTrue();
            }
        });
    }

    @Promise
    default void connectionsComeBackWithTheAutocommitTheyWereLentWith(ContractFixture fixture) {
        LentDataSource lent = fixture.lent(connection -> connection.setAutoCommit(false));
        assertThatLocksWorkOver(fixture, lent);
        assertThat(lent.returned()).isNotEmpty().allMatch(state -> !state.autoCommit());
    }

    @Promise
    default void connectionsComeBackWithTheIsolationTheyWereLentWith(ContractFixture fixture) {
        LentDataSource lent =
                fixture.lent(connection -> connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE));
        assertThatLocksWorkOver(fixture, lent);
        assertThat(lent.returned())
                .isNotEmpty()
                .allMatch(state -> state.isolation() == Connection.TRANSACTION_SERIALIZABLE);
    }

    @Promise
    default void connectionsComeBackInTheStateTheyWereLentIn(ContractFixture fixture) {
        LentDataSource lent = fixture.lent(connection -> {
            connection.setAutoCommit(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        });
        assertThatLocksWorkOver(fixture, lent);
        assertThat(lent.returned()).isNotEmpty().hasSameElementsAs(lent.lent());
    }

    /** A pool's init statement, for one, may do that; MySQL's driver does not notice. */
    @Promise
    default void autocommitThatIsSwitchedOffBehindTheDriversBackIsSwitchedOn(ContractFixture fixture) {
        LentDataSource lent = fixture.lent(connection -> switchAutocommitOffBySql(fixture, connection));
        assertThatLocksWorkOver(fixture, lent);
        assertThat(lent.returned()).isNotEmpty().hasSameElementsAs(lent.lent());
    }

    private static void switchAutocommitOffBySql(ContractFixture fixture, Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            switch (fixture.database()) {
                case MYSQL, MARIADB -> statement.execute("SET autocommit = 0");
                case H2 -> statement.execute("SET AUTOCOMMIT FALSE");
                // These servers have no such setting; their drivers begin transactions themselves.
                case POSTGRESQL, ORACLE, SQL_SERVER -> connection.setAutoCommit(false);
            }
        }
    }

    /** Where a driver ignores the request for a read-only connection, the lock simply works. */
    @Promise
    default void readOnlyConnectionsAreRejectedAtStartup(ContractFixture fixture) {
        LentDataSource lent = fixture.lent(connection -> connection.setReadOnly(true));
        fixture.client();

        if (fixture.honoursReadOnly()) {
            assertThatExceptionOfType(LockSetupException.class)
                    .isThrownBy(() -> fixture.client(lent))
                    .withMessageContaining("read");
        } else {
            assertThatLocksWorkOver(fixture, lent);
        }
        assertThat(lent.open()).isZero();
    }

    private static void assertThatLocksWorkOver(ContractFixture fixture, LentDataSource lent) {
        try (Rowlock client = fixture.client(lent)) {
            String name = fixture.name("lent");
            try (Hold hold = client.lock(name).acquire()) {
                assertThat(hold.check()).isTrue();
                hold.renew();
                assertThat(fixture.client().lock(name).tryAcquire()).isEmpty();
            }
            assertThat(fixture.client().lock(name).tryAcquire()).isPresent();
        }
        assertThat(lent.open()).isZero();
    }
}
