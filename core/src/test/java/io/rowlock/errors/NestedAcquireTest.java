package io.rowlock.errors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockTimeoutException;
import io.rowlock.Rowlock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A thread that waits for a lock that it holds itself. */
class NestedAcquireTest {
    private final JdbcConnectionPool pool = JdbcConnectionPool.create("jdbc:h2:mem:nested", "sa", "");
    private final Rowlock rowlock = Rowlock.create(pool);
    private final DistributedLock lock =
            rowlock.lock(LockDefinition.of("orders").withOwner("shop"));

    @AfterEach
    void close() {
        rowlock.close();
        pool.dispose();
    }

    @Test
    void itIsWarnedOfOncePerPlaceAndToldAtTheEnd() {
        try (LoggedLines log = new LoggedLines();
                Hold hold = lock.acquire()) {
            for (int round = 0; round < 2; round++) {
                assertThatExceptionOfType(LockTimeoutException.class)
                        .isThrownBy(this::acquireBriefly)
                        .withMessageMatching(
                                "lock 'orders' was not free within \\d+ ms: held by shop since .+ \\(token "
                                        + hold.token() + ", \\d+ renewals, lease until .+ by the database's clock\\)\\."
                                        + " It is held by this very thread, through the same Rowlock: holds are not reentrant;"
                                        + " close the first hold, or hand it to the code that needs it");
            }
            Awaitility.await().until(() -> !log.warnings().isEmpty());
            assertThat(log.warnings())
                    .singleElement()
                    .asString()
                    .matches(
                            "io\\.rowlock\\.errors\\.NestedAcquireTest\\.acquireBriefly\\(NestedAcquireTest\\.java:\\d+\\)"
                                    + " waits up to 50 ms for lock 'orders', which the same thread holds: it gets the lock only"
                                    + " if another thread closes that hold; holds are not reentrant, so hand the hold to the code that needs it");
        }
    }

    /** The wait would last for nine minutes, and the warning is there while the thread waits. */
    @Test
    void itIsWarnedOfBeforeTheWait() {
        CompletableFuture<Hold> first = new CompletableFuture<>();
        try (LoggedLines log = new LoggedLines()) {
            CompletableFuture<Hold> nested = CompletableFuture.supplyAsync(() -> {
                first.complete(lock.acquire());
                return lock.acquire(Duration.ofMinutes(9));
            });
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> !log.warnings().isEmpty());
            assertThat(log.warnings())
                    .singleElement()
                    .asString()
                    .contains(
                            " waits up to 540000 ms for lock 'orders', which the same thread holds: it gets the lock only if"
                                    + " another thread closes that hold");
            assertThat(nested).isNotDone();

            first.join().close();
            assertThat(nested).succeedsWithin(60, TimeUnit.SECONDS);
            nested.join().close();
        }
    }

    @Test
    void anotherThreadIsToldOfTheProcessAndNotWarnedOf() {
        try (LoggedLines log = new LoggedLines();
                Hold hold = lock.acquire()) {
            assertThat(CompletableFuture.supplyAsync(this::acquireBriefly))
                    .failsWithin(30, TimeUnit.SECONDS)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(LockTimeoutException.class)
                    .withMessageMatching("lock 'orders' was not free within \\d+ ms: held by shop since .+ \\(token "
                            + hold.token() + ", \\d+ renewals, lease until .+ by the database's clock\\)\\."
                            + " It is held by this very process, through the same Rowlock: if the work that"
                            + " waits is part of the work that holds it, hand the hold over; if not, wait longer");
            assertThat(log.warnings()).isEmpty();
        }
    }

    @Test
    void aThreadThatHasClosedItsHoldIsNotWarnedOf() {
        lock.acquire().close();
        try (LoggedLines log = new LoggedLines()) {
            acquireBriefly().close();
            assertThat(log.warnings()).isEmpty();
        }
    }

    @Test
    void anotherThreadMayCloseTheHoldMeanwhile() {
        Hold first = lock.acquire();
        CompletableFuture<Void> closing = CompletableFuture.runAsync(() -> {
            Awaitility.await()
                    .until(() -> rowlock.admin().find("orders").orElseThrow().waiters() == 1);
            first.close();
        });

        lock.acquire().close();

        assertThat(closing).succeedsWithin(30, TimeUnit.SECONDS);
    }

    private Hold acquireBriefly() {
        return lock.acquire(Duration.ofMillis(50));
    }
}
