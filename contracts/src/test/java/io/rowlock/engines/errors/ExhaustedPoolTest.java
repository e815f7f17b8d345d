package io.rowlock.engines.errors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.rowlock.Hold;
import io.rowlock.LockSetupException;
import io.rowlock.LockStoreException;
import io.rowlock.Rowlock;
import io.rowlock.engines.Engines;
import io.rowlock.testkit.source.PlainDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Transactions of the application have all connections of the pool: its own words, its numbers, and the remedy. */
class ExhaustedPoolTest {
    private static final String NONE_TO_GIVE = "the data source has no connection to give \\(errors - Connection is not"
            + " available, request timed out after \\d+ms \\(total=2, active=2, idle=0, waiting=\\d\\)\\)";
    private static final String POOL_REMEDY =
            "if transactions of the application have all connections of the pool, acquire the lock before the transaction"
                    + " begins, or give Rowlock a pool of its own";

    @Test
    void anExhaustedPoolThatGivesUpSoonIsQuoted() throws SQLException {
        try (HikariDataSource pool = pool(Engines.h2Memory().dataSource(), Duration.ofMillis(1_500));
                Rowlock rowlock = client(pool, Duration.ofSeconds(2))) {
            List<Connection> transactions = takeAll(pool);

            assertThat(acquiring(rowlock, Duration.ofMinutes(9)))
                    .failsWithin(60, TimeUnit.SECONDS)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(LockStoreException.class)
                    .withMessageMatching(
                            "could not acquire lock 'orders': the data source has given no connection for \\d+ ms"
                                    + " \\(errors - Connection is not available, request timed out after \\d+ms"
                                    + " \\(total=2, active=2, idle=0, waiting=\\d\\)\\), with 2 of the 2 connections of the"
                                    + " pool lent, while 1 caller waits for a lock;"
                                    + " " + POOL_REMEDY + "; nothing was changed");
            for (Connection transaction : transactions) {
                transaction.close();
            }
        }
    }

    @Test
    void aCallWithoutAWaitQuotesAnExhaustedPool() throws SQLException {
        try (HikariDataSource pool = pool(Engines.h2Memory().dataSource(), Duration.ofMillis(1_500));
                Rowlock rowlock = client(pool, Duration.ofSeconds(20))) {
            List<Connection> transactions = takeAll(pool);

            assertThatExceptionOfType(LockStoreException.class)
                    .isThrownBy(() -> rowlock.lock("orders").tryAcquire())
                    .withMessageMatching("could not acquire lock 'orders': " + NONE_TO_GIVE + "; " + POOL_REMEDY
                            + "; nothing was changed");
            for (Connection transaction : transactions) {
                transaction.close();
            }
        }
    }

    @Test
    void aStartWithAnExhaustedPoolQuotesIt() throws SQLException {
        try (HikariDataSource pool = pool(Engines.h2Memory().dataSource(), Duration.ofMillis(1_500))) {
            List<Connection> transactions = takeAll(pool);

            assertThatExceptionOfType(LockSetupException.class)
                    .isThrownBy(() -> Rowlock.create(pool))
                    .withMessageMatching(
                            "no connection for the check of the database: " + NONE_TO_GIVE + "; " + POOL_REMEDY);
            assertThatExceptionOfType(LockSetupException.class)
                    .isThrownBy(() -> Rowlock.create(new Silent(pool)))
                    .withMessageMatching("no connection for the check of the database: " + NONE_TO_GIVE
                            + "; make sure that the database runs and accepts connections; " + POOL_REMEDY);
            for (Connection transaction : transactions) {
                transaction.close();
            }
        }
    }

    private static List<Connection> takeAll(HikariDataSource pool) throws SQLException {
        List<Connection> taken = new ArrayList<>();
        while (taken.size() < pool.getMaximumPoolSize()) {
            taken.add(pool.getConnection());
        }
        return taken;
    }

    /** Nothing tells this from an outage, so callers wait until their time is over. */
    @Test
    void callersOfAPoolWithoutNumbersAreToldOfBothRemedies() throws SQLException {
        try (HikariDataSource pool = pool(Engines.h2Memory().dataSource(), Duration.ofSeconds(30));
                Rowlock rowlock = client(new Silent(pool), Duration.ofSeconds(1))) {
            List<Connection> transactions = takeAll(pool);

            assertThat(acquiring(rowlock, Duration.ofSeconds(3)))
                    .failsWithin(60, TimeUnit.SECONDS)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(LockStoreException.class)
                    .withMessageMatching(
                            "could not acquire lock 'orders': the data source has given no connection for \\d+ ms, while 1"
                                    + " caller waits for a lock; make sure that the database runs and accepts connections; "
                                    + POOL_REMEDY + "; nothing was changed");
            for (Connection transaction : transactions) {
                transaction.close();
            }
        }
    }

    private static CompletableFuture<Hold> acquiring(Rowlock rowlock, Duration wait) {
        return CompletableFuture.supplyAsync(() -> rowlock.lock("orders").acquire(wait));
    }

    private static Rowlock client(DataSource source, Duration callTimeout) {
        return Rowlock.builder(source)
                .table("exhausted_" + UUID.randomUUID().toString().substring(0, 8))
                .callTimeout(callTimeout)
                .build();
    }

    private static HikariDataSource pool(DataSource source, Duration patience) {
        return DataSourceErrorsTest.pool(source, patience);
    }

    /** A wrapper that shows nothing of the pool within. */
    private record Silent(DataSource inner) implements PlainDataSource {
        @Override
        public Connection getConnection() throws SQLException {
            return inner.getConnection();
        }
    }
}
