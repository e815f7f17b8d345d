package io.rowlock.testkit.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.LockDefinition;
import io.rowlock.LockLostException;
import io.rowlock.ResumedHold;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.sql.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The last item in stock. A seller looks, finds one left, and sleeps past its lease; another sells it. On waking,
 * the sleeper's sale is rejected by a guard, and oversells without one. The seller holds by ticket, so that nothing but the
 * database can tell it that it is late.
 */
public interface LastItemContract extends Contract {

    @Promise
    default void aSleeperThatSellsUnderAGuardIsRejectedAndNothingIsOversold(ContractFixture fixture)
            throws SQLException {
        try (Shop shop = new Shop(fixture)) {
            ResumedHold sleeper = shop.openAndSleep();
            shop.sellLastItem();

            assertThatExceptionOfType(LockLostException.class)
                    .isThrownBy(() -> sleeper.guarded(fixture.source(), connection -> shop.sell(connection)));

            assertThat(shop.left()).isZero();
        }
    }

    @Promise
    default void aSleeperThatSellsWithoutAGuardOversells(ContractFixture fixture) throws SQLException {
        try (Shop shop = new Shop(fixture)) {
            ResumedHold sleeper = shop.openAndSleep();
            shop.sellLastItem();

            try (Transaction plain = Transaction.on(fixture.source())) {
                shop.sell(plain.connection());
                plain.commit();
            }
            assertThat(sleeper.check()).isFalse();
            assertThat(shop.left()).isEqualTo(-1);
        }
    }

    /** A stock that can be sold below zero, as stocks in real databases can. */
    final class Shop implements AutoCloseable {
        private final ContractFixture fixture;
        private final LockDefinition lock;
        private final Rowlock client;
        private final String table;

        private Shop(ContractFixture fixture) {
            this.fixture = fixture;
            lock = LockDefinition.of(fixture.name("stock")).withLease(LockDefinition.MIN_LEASE);
            client = fixture.client();
            table = fixture.name("stock").replace('-', '_');
            fixture.run(List.of(
                    "CREATE TABLE " + table + " (item INT PRIMARY KEY, pieces INT NOT NULL)",
                    "INSERT INTO " + table + " VALUES (1, 1)"));
        }

        /** Sees that there is one left, and sleeps until another has the lock. */
        private ResumedHold openAndSleep() throws SQLException {
            ResumedHold sleeper = client.resume(client.lock(lock).acquire().detach());
            assertThat(left()).isOne();
            return sleeper;
        }

        private void sellLastItem() throws SQLException {
            try (var next = client.lock(lock).acquire(java.time.Duration.ofSeconds(30))) {
                next.guarded(fixture.source(), connection -> {
                    assertThat(left()).isOne();
                    return sell(connection);
                });
            }
            assertThat(left()).isZero();
        }

        private boolean sell(Connection connection) throws SQLException {
            try (var statement = connection.createStatement()) {
                return statement.executeUpdate("UPDATE " + table + " SET pieces = pieces - 1 WHERE item = 1") == 1;
            }
        }

        @Override
        public void close() {
            fixture.run(List.of("DROP TABLE " + table));
        }

        private long left() throws SQLException {
            try (Transaction look = Transaction.on(fixture.source())) {
                return look.number("SELECT pieces FROM " + table + " WHERE item = 1");
            }
        }
    }
}
