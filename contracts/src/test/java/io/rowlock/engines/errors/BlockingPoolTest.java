package io.rowlock.engines.errors;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.rowlock.Hold;
import io.rowlock.LockStoreException;
import io.rowlock.Rowlock;
import io.rowlock.engines.Engines;
import io.rowlock.engines.server.ServerEngine;
import io.rowlock.engines.server.Stop;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * HikariCP blocks for 30 seconds without a word, by default: if the database is down, and if transactions have all connections.
 * The first passes by itself, and the second does not.
 */
class BlockingPoolTest {
    private static final int SIZE = 12;
    private static final Duration OUTAGE = Duration.ofSeconds(8);
    private static final Duration DEFAULT = Duration.ofSeconds(30);

    private final ServerEngine engine = Engines.postgres();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @BeforeEach
    void requireEngine() {
        engine.require();
    }

    @AfterEach
    void startAgain() {
        engine.start();
        threads.shutdownNow();
    }

    @Test
    void aCallerOutlivesARestartOfTheDatabase() {
        try (HikariDataSource pool = pool(DEFAULT);
                Rowlock rowlock = client(pool)) {
            engine.stop(Stop.GRACEFUL);
            CompletableFuture<Hold> waiting = acquiring(rowlock, "orders", Duration.ofMinutes(1));
            CompletableFuture<Hold> impatient = acquiring(rowlock, "bills", Duration.ofSeconds(5));

            awaitEndOfOutage(waiting);
            assertThat(impatient)
                    .failsWithin(30, TimeUnit.SECONDS)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(LockStoreException.class)
                    .withMessageMatching(
                            "could not acquire lock 'bills': the data source has given no connection for \\d+ ms, with"
                                    + " \\d of the 12 connections of the pool lent, while (2 callers wait for locks|1 caller"
                                    + " waits for a lock); make sure that the database runs and accepts connections;"
                                    + " nothing was changed");
            assertGrantedAfterTheStart(waiting);
        }
    }

    /** HikariCP attaches the driver's exception once only, so that most of its exceptions say no more than that time ran out. */
    @Test
    void aCallerOutlivesARestartBehindAPoolThatGivesUpSoon() {
        try (HikariDataSource pool = pool(Duration.ofSeconds(1));
                Rowlock rowlock = client(pool)) {
            engine.stop(Stop.GRACEFUL);
            CompletableFuture<Hold> waiting = acquiring(rowlock, "orders", Duration.ofMinutes(1));
            CompletableFuture<Hold> other = acquiring(rowlock, "bills", Duration.ofMinutes(1));

            awaitEndOfOutage(waiting);
            assertGrantedAfterTheStart(waiting);
            assertThat(other).succeedsWithin(60, TimeUnit.SECONDS);
            other.join().close();
        }
    }

    @Test
    void transactionsThatHaveAllConnectionsAndAcquireFailAfterTheCallTimeout() throws InterruptedException {
        try (HikariDataSource pool = pool(DEFAULT);
                Rowlock rowlock = client(pool)) {
            CountDownLatch begun = new CountDownLatch(SIZE);
            CountDownLatch ended = new CountDownLatch(SIZE);
            List<CompletableFuture<Hold>> callers = IntStream.range(0, SIZE)
                    .mapToObj(number -> CompletableFuture.supplyAsync(
                            () -> inTransaction(pool, begun, ended, rowlock, "orders-" + number), threads))
                    .toList();

            assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(callers)
                    .allSatisfy(caller -> assertThat(caller)
                            .failsWithin(60, TimeUnit.SECONDS)
                            .withThrowableThat()
                            .havingCause()
                            .isInstanceOf(LockStoreException.class)
                            .withMessageMatching(
                                    "could not acquire lock 'orders-\\d+': the data source has given no connection for"
                                            + " \\d+ ms, with 12 of the 12 connections of the pool lent, while"
                                            + " (\\d+ callers wait for locks|1 caller waits for a lock); if transactions of"
                                            + " the application have all connections of the pool, acquire the lock before"
                                            + " the transaction begins, or give Rowlock a pool of its own; nothing was"
                                            + " changed"));
        }
    }

    /** Each keeps its connection until the acquires of all have ended. */
    private static Hold inTransaction(
            HikariDataSource pool, CountDownLatch begun, CountDownLatch ended, Rowlock rowlock, String name) {
        try (Connection transaction = pool.getConnection()) {
            transaction.setAutoCommit(false);
            begun.countDown();
            begun.await();
            try {
                return rowlock.lock(name).acquire(Duration.ofMinutes(9));
            } finally {
                ended.countDown();
                ended.await();
            }
        } catch (SQLException | InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private void awaitEndOfOutage(CompletableFuture<Hold> waiting) {
        Awaitility.await().during(OUTAGE).atMost(OUTAGE.multipliedBy(2)).until(() -> !waiting.isDone());
    }

    private void assertGrantedAfterTheStart(CompletableFuture<Hold> waiting) {
        engine.start();
        assertThat(waiting).succeedsWithin(60, TimeUnit.SECONDS);
        waiting.join().close();
    }

    private CompletableFuture<Hold> acquiring(Rowlock rowlock, String name, Duration wait) {
        return CompletableFuture.supplyAsync(() -> rowlock.lock(name).acquire(wait), threads);
    }

    private HikariDataSource pool(Duration patience) {
        HikariDataSource pool = new HikariDataSource();
        pool.setPoolName("blocking");
        pool.setJdbcUrl(engine.jdbcUrl());
        pool.setUsername(engine.user());
        pool.setPassword(engine.password());
        pool.setMaximumPoolSize(SIZE);
        pool.setConnectionTimeout(patience.toMillis());
        return pool;
    }

    private static Rowlock client(HikariDataSource pool) {
        return Rowlock.builder(pool)
                .table("blocking_" + UUID.randomUUID().toString().substring(0, 8))
                .callTimeout(Duration.ofSeconds(2))
                .build();
    }
}
