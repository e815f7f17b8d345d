package io.rowlock.errors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockLostException;
import io.rowlock.Rowlock;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a hold has ended: by its user's own act, or by a loss. */
class EndedHoldTest {
    private static final String ENDED = "lock 'orders' (token %d) is no longer held: %s; nothing was done to %s";
    private static final String LOST = "it was lost, because its lease ended or it was revoked";

    private final JdbcConnectionPool pool = JdbcConnectionPool.create("jdbc:h2:mem:ended", "sa", "");
    private final Rowlock rowlock = Rowlock.create(pool);
    private final DistributedLock lock = rowlock.lock("orders");

    @AfterEach
    void close() {
        rowlock.close();
        pool.dispose();
    }

    @Test
    void aClosedHoldSaysThatItWasClosed() throws SQLException {
        Hold hold = lock.acquire();
        hold.close();

        assertEachCallSays(hold, "this hold was closed before");
    }

    @Test
    void aDetachedHoldSaysThatItWasDetached() throws SQLException {
        Hold hold = lock.acquire();
        hold.detach();

        assertEachCallSays(hold, "this hold was detached before");
        rowlock.admin().revokeNow("orders", hold.token());
    }

    @Test
    void aHoldThatATransactionReleasesSaysSo() throws SQLException {
        Hold hold = lock.acquire();
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            hold.releaseWith(connection);

            assertEachCallSays(hold, "a transaction is to release this hold");
            connection.commit();
        }
    }

    @Test
    void aLostHoldSaysThatItWasLost() throws SQLException {
        Hold hold = lock.acquire();
        rowlock.admin().revokeNow("orders", hold.token());
        assertThat(hold.check()).isFalse();

        assertEachCallSays(hold, LOST);
    }

    @Test
    void aHoldOfAClosedClientSaysThatTheClientWasClosed() throws SQLException {
        Hold hold = lock.acquire();
        rowlock.close();

        assertSays(hold::renew, ENDED.formatted(hold.token(), "this Rowlock was closed", "renew it"));
    }

    @Test
    void workMayCloseItsHold() {
        try (LoggedLines log = new LoggedLines()) {
            lock.run(Hold::close);
            lock.run(hold -> rowlock.resume(hold.detach()).release());
            assertThat(lock.tryRun(() -> {})).isTrue();
            assertThat(log.warnings()).isEmpty();
        }
    }

    @Test
    void workThatOutlivesItsHoldIsTold() {
        assertThatExceptionOfType(LockLostException.class)
                .isThrownBy(() -> lock.run(hold -> {
                    rowlock.admin().revokeNow("orders", hold.token());
                    hold.check();
                }))
                .withMessageMatching("lock 'orders' \\(token \\d+\\) is no longer held: " + LOST
                        + "; the work that ran under it has ended, and what it did may have met another holder's");
    }

    @Test
    void workThatOutlivesItsClientIsTold() {
        assertThatExceptionOfType(LockLostException.class)
                .isThrownBy(() -> lock.run(rowlock::close))
                .withMessageMatching(
                        "lock 'orders' \\(token \\d+\\) is no longer held: this Rowlock was closed; the work that"
                                + " ran under it has ended, and what it did may have met another holder's");
    }

    @Test
    void guardedWorkMayCloseItsHold() {
        try (LoggedLines log = new LoggedLines()) {
            Hold hold = lock.acquire();

            hold.guarded(pool, connection -> {
                hold.close();
                return true;
            });

            Awaitility.await().until(() -> lock.tryRun(() -> {}));
            assertThat(log.warnings()).isEmpty();
        }
    }

    @Test
    void aHoldThatIsClosedInItsLossActionIsReportedOnce() throws InterruptedException {
        try (LoggedLines log = new LoggedLines()) {
            Hold hold = lock.acquire();
            CountDownLatch closed = new CountDownLatch(1);
            hold.onLost(() -> {
                hold.close();
                closed.countDown();
            });
            rowlock.admin().revokeNow("orders", hold.token());
            hold.check();
            assertThat(closed.await(30, TimeUnit.SECONDS)).isTrue();
            hold.close();

            Awaitility.await().until(() -> !log.warnings().isEmpty());
            assertThat(log.warnings())
                    .singleElement()
                    .asString()
                    .matches("lock 'orders' \\(token \\d+\\) was lost after \\d+ ms: REVOKED_OR_TAKEN");
        }
    }

    private void assertEachCallSays(Hold hold, String ending) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            assertSays(hold::renew, ENDED.formatted(hold.token(), ending, "renew it"));
            assertSays(hold::detach, ENDED.formatted(hold.token(), ending, "detach it"));
            String guarding = ENDED.formatted(hold.token(), ending, "guard a transaction with it");
            assertSays(() -> hold.guard(connection), guarding);
            assertSays(() -> hold.guarded(pool, work -> List.of()), guarding);
            assertSays(
                    () -> hold.releaseWith(connection),
                    ENDED.formatted(hold.token(), ending, "release it with a transaction"));
        }
        assertThat(hold.check()).isFalse();
    }

    private static void assertSays(ThrowingCallable call, String message) {
        assertThatExceptionOfType(LockLostException.class).isThrownBy(call).withMessage(message);
    }
}
