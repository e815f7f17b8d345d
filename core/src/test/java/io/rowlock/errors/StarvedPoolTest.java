package io.rowlock.errors;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.LockStoreException;
import io.rowlock.LockTimeoutException;
import io.rowlock.Rowlock;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The application's own transactions have all connections of the pool, and wait for locks. */
class StarvedPoolTest {
    private static final int SIZE = 5;
    private static final String REMEDY =
            "; if transactions of the application have all connections of the pool, acquire the"
                    + " lock before the transaction begins, or give Rowlock a pool of its own";

    private final JdbcConnectionPool pool = JdbcConnectionPool.create("jdbc:h2:mem:starved", "sa", "");
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Connection> transactions = new ArrayList<>();

    @AfterEach
    void closeAll() throws SQLException {
        for (Connection transaction : transactions) {
            transaction.close();
        }
        threads.shutdown();
        pool.dispose();
    }

    @Test
    void callersFailAfterTheCallTimeoutAndAreToldOfThePool() throws SQLException {
        try (LoggedLines log = new LoggedLines();
                Rowlock rowlock = client(Duration.ofSeconds(2))) {
            takeAll(rowlock);
            List<CompletableFuture<Hold>> callers = new ArrayList<>();
            for (int caller = 1; caller <= SIZE; caller++) {
                callers.add(acquiring(rowlock, "orders-" + caller));
            }

            assertThat(callers.get(2))
                    .failsWithin(30, TimeUnit.SECONDS)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(LockStoreException.class)
                    .withMessageMatching(
                            "could not acquire lock 'orders-3': the data source has given no connection for \\d+ ms,"
                                    + " with 5 of the 5 connections of the pool lent, while (\\d callers wait for locks|1 caller waits for a lock)"
                                    + REMEDY
                                    + "; nothing was changed");
            assertThat(callers).allSatisfy(caller -> assertThat(caller).failsWithin(30, TimeUnit.SECONDS));
            Awaitility.await().until(() -> !log.warnings().isEmpty());
            assertThat(log.warnings())
                    .singleElement()
                    .asString()
                    .matches("the data source has given no connection for \\d+ ms, with 5 of the 5 connections of the"
                            + " pool lent, while 5 callers wait for locks"
                            + REMEDY);
        }
    }

    /** Only the first of them asks the database; the others stand behind it in line. */
    @Test
    void callersWhoWaitForOneLockFailTogether() throws SQLException {
        try (Rowlock rowlock = client(Duration.ofSeconds(1))) {
            takeAll(rowlock);
            List<CompletableFuture<Hold>> callers = new ArrayList<>();
            for (int caller = 1; caller <= SIZE; caller++) {
                callers.add(acquiring(rowlock, "orders"));
            }

            assertThat(callers)
                    .allSatisfy(caller -> assertThat(caller)
                            .failsWithin(30, TimeUnit.SECONDS)
                            .withThrowableThat()
                            .havingCause()
                            .isInstanceOf(LockStoreException.class)
                            .withMessageStartingWith(
                                    "could not acquire lock 'orders': the data source has given no connection for "));
        }
    }

    /** Nobody knows whether the lock is busy. */
    @Test
    void aCallerBehindInLineWhoseWaitEndsSoonerIsNotToldThatTheLockIsBusy() throws SQLException {
        try (Rowlock rowlock = client(Duration.ofSeconds(20))) {
            takeAll(rowlock);
            CompletableFuture<Hold> first =
                    rowlock.lock("orders").acquireAsync(Duration.ofMinutes(9)).toCompletableFuture();
            CompletableFuture<Hold> second =
                    CompletableFuture.supplyAsync(() -> rowlock.lock("orders").acquire(Duration.ofSeconds(2)), threads);
            CompletableFuture<Hold> third =
                    CompletableFuture.supplyAsync(() -> rowlock.lock("orders").acquire(Duration.ofSeconds(2)), threads);

            assertThat(List.of(second, third))
                    .allSatisfy(behind -> assertThat(behind)
                            .failsWithin(60, TimeUnit.SECONDS)
                            .withThrowableThat()
                            .havingCause()
                            .isInstanceOf(LockStoreException.class)
                            .withMessageMatching(
                                    "could not acquire lock 'orders': the data source has given no connection for \\d+ ms,"
                                            + " with 5 of the 5 connections of the pool lent, while \\d callers wait for locks"
                                            + REMEDY + "; nothing was changed"));
            transactions.remove(0).close();
            assertThat(first).succeedsWithin(20, TimeUnit.SECONDS);
            first.join().close();
        }
    }

    @Test
    void aCallerIsServedWhenAConnectionComesBackInTime() throws SQLException {
        try (Rowlock rowlock = client(Duration.ofSeconds(20))) {
            takeAll(rowlock);
            CompletableFuture<Hold> caller = acquiring(rowlock, "orders");
            Awaitility.await().until(() -> pool.getActiveConnections() == SIZE && !caller.isDone());
            transactions.remove(0).close();

            assertThat(caller).succeedsWithin(20, TimeUnit.SECONDS);
            caller.join().close();
        }
    }

    /** Nobody asks for a connection meanwhile, and the last came at once. */
    @Test
    void callersBehindInLineAreToldThatTheLockIsBusyWhileThePoolHasConnections() {
        try (Rowlock rowlock = client(Duration.ofSeconds(5));
                Hold hold = rowlock.lock("orders").acquire()) {
            CompletableFuture<Hold> first =
                    rowlock.lock("orders").acquireAsync(Duration.ofMinutes(9)).toCompletableFuture();
            CompletableFuture<Optional<Hold>> second = CompletableFuture.supplyAsync(
                    () -> rowlock.lock("orders").tryAcquire(Duration.ofMillis(1_500)), threads);
            CompletableFuture<Hold> third = CompletableFuture.supplyAsync(
                    () -> rowlock.lock("orders").acquire(Duration.ofMillis(1_500)), threads);

            assertThat(second)
                    .succeedsWithin(30, TimeUnit.SECONDS)
                    .satisfies(nobody -> assertThat(nobody).isEmpty());
            assertThat(third)
                    .failsWithin(30, TimeUnit.SECONDS)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(LockTimeoutException.class);
            assertThat(hold.isHeld()).isTrue();
            first.cancel(true);
        }
    }

    private Rowlock client(Duration callTimeout) {
        pool.setMaxConnections(SIZE);
        return Rowlock.builder(pool).callTimeout(callTimeout).build();
    }

    private CompletableFuture<Hold> acquiring(Rowlock rowlock, String name) {
        return CompletableFuture.supplyAsync(() -> rowlock.lock(name).acquire(Duration.ofMinutes(9)), threads);
    }

    /** The client's own connections go back to the pool when they have been idle for a moment. */
    private void takeAll(Rowlock rowlock) throws SQLException {
        rowlock.lock("before").acquire().close();
        for (int number = 0; number < SIZE; number++) {
            Connection transaction = pool.getConnection();
            transaction.setAutoCommit(false);
            transactions.add(transaction);
        }
    }
}
