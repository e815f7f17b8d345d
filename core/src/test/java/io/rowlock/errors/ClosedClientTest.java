package io.rowlock.errors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockTicket;
import io.rowlock.Rowlock;
import io.rowlock.classic.DistLock;
import io.rowlock.classic.TableLockManager;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A client that was closed before a call, and one that is closed while a caller waits. */
class ClosedClientTest {
    private static final String CLOSED = "could not %s: this Rowlock is closed; create another";

    private final JdbcConnectionPool pool = JdbcConnectionPool.create("jdbc:h2:mem:closed", "sa", "");
    private final Rowlock rowlock = Rowlock.create(pool);
    private final DistributedLock lock = rowlock.lock("orders");

    @AfterEach
    void close() {
        rowlock.close();
        pool.dispose();
    }

    @Test
    void anAcquireOnAClosedClientSaysThatItIsClosed() {
        rowlock.close();

        assertThatIllegalStateException()
                .isThrownBy(lock::acquire)
                .withMessage(CLOSED.formatted("acquire lock 'orders'"));
        assertThatIllegalStateException()
                .isThrownBy(lock::tryAcquire)
                .withMessage(CLOSED.formatted("acquire lock 'orders'"));
        assertThat(lock.acquireAsync())
                .failsWithin(30, TimeUnit.SECONDS)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(IllegalStateException.class)
                .withMessage(CLOSED.formatted("acquire lock 'orders'"));
    }

    @Test
    void otherCallsOnAClosedClientNameThemselves() {
        LockTicket ticket = lock.acquire().detach();
        rowlock.close();

        assertThatIllegalStateException()
                .isThrownBy(() -> rowlock.resume(ticket).check())
                .withMessage(CLOSED.formatted("check lock 'orders'"));
        assertThatIllegalStateException()
                .isThrownBy(() -> rowlock.admin().locks())
                .withMessage(CLOSED.formatted("list the locks"));
    }

    @Test
    void aClosedClientOfAClassicSystemNamesItsTable() {
        String closed = "this client of lock table %s is closed; create another";
        DistLock owners = new DistLock(pool);
        TableLockManager aggregates = new TableLockManager(pool);
        owners.close();
        aggregates.close();

        assertThatIllegalStateException()
                .isThrownBy(() -> owners.tryLock("orders", "shop", Duration.ofMinutes(1)))
                .withMessage(closed.formatted("dist_lock"));
        assertThatIllegalStateException()
                .isThrownBy(() -> aggregates.tryLock("Order", "1"))
                .withMessage(closed.formatted("locks"));
    }

    @Test
    void aCallerWhoWaitsIsToldThatTheClientWasClosedMeanwhile() {
        Hold taken = lock.acquire();
        CompletableFuture<Hold> waiting = CompletableFuture.supplyAsync(() -> lock.acquire(Duration.ofMinutes(9)));
        Awaitility.await()
                .until(() -> rowlock.admin().find("orders").orElseThrow().waiters() == 1);

        rowlock.close();

        assertThat(waiting)
                .failsWithin(30, TimeUnit.SECONDS)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(IllegalStateException.class)
                .withMessageMatching(
                        "could not acquire lock 'orders': this Rowlock was closed while the caller waited for the"
                                + " lock, for \\d+ ms until then; nothing was acquired");
        assertThat(taken.isHeld()).isFalse();
    }
}
