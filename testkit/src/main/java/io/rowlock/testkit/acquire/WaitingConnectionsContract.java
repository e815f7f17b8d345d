package io.rowlock.testkit.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.LockStatus;
import io.rowlock.LockStoreException;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.source.CountingDataSource;
import io.rowlock.testkit.source.SmallPool;
import io.rowlock.testkit.sql.Transaction;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Waiting costs no connection, and a release notifies the waiters, also one by a transaction. */
public interface WaitingConnectionsContract extends Contract {

    @Promise
    default void aLockThatATransactionReleasesGoesToTheWaiter(ContractFixture fixture) {
        HandOverContract.assertGranted(fixture, fixture.client(), fixture.client(), hold -> {
            try (Transaction transaction = Transaction.on(fixture.source())) {
                hold.releaseWith(transaction.connection());
                transaction.commit();
            }
        });
    }

    @Promise
    default void waitersOfAClientNeedNoConnectionEach(ContractFixture fixture) {
        String name = fixture.name("queue");
        CountingDataSource waiting = fixture.watched();
        Rowlock waiter = fixture.client(waiting);
        AtomicInteger turns = new AtomicInteger();

        try (Hold taken = fixture.client().lock(name).acquire()) {
            CompletableFuture<?>[] turnsTaken = new CompletableFuture<?>[50];
            for (int i = 0; i < turnsTaken.length; i++) {
                turnsTaken[i] = fixture.crew()
                        .async(() -> waiter.lock(name).acquire())
                        .thenAccept(hold -> {
                            turns.incrementAndGet();
                            hold.close();
                        });
            }
            fixture.awaitWaiters(waiter, name, 50);
            assertThat(waiting.open()).isLessThanOrEqualTo(3);
            taken.close();
            assertThat(CompletableFuture.allOf(turnsTaken)).succeedsWithin(60, TimeUnit.SECONDS);
        }
        assertThat(turns).hasValue(50);
        assertThat(waiting.peak()).isLessThanOrEqualTo(3);
    }

    @Promise
    default void waitingForManyLocksTakesNoMoreThanAListenerAndTheWorkers(ContractFixture fixture) {
        String name = fixture.name("many");
        Rowlock holder = fixture.client();
        CountingDataSource watched = fixture.watched();
        Rowlock waiter = fixture.client(watched);
        List<Hold> taken = IntStream.range(0, 40)
                .mapToObj(number -> holder.lock(name + number).acquire())
                .toList();
        List<CompletableFuture<Hold>> waiting = IntStream.range(0, 40)
                .mapToObj(number -> waiter.lock(name + number)
                        .acquireAsync(Duration.ofSeconds(60))
                        .toCompletableFuture())
                .toList();
        fixture.await().until(() -> IntStream.range(0, 40).allMatch(number -> waiters(waiter, name + number) == 1));
        assertThat(watched.peak()).isLessThanOrEqualTo(3);

        taken.forEach(Hold::close);

        assertThat(waiting).allSatisfy(one -> assertThat(one).succeedsWithin(60, TimeUnit.SECONDS));
        waiting.forEach(one -> one.join().close());
        assertThat(watched.peak()).isLessThanOrEqualTo(3);
        fixture.await().until(() -> watched.open() == 0);
    }

    private static int waiters(Rowlock client, String name) {
        return client.admin().find(name).map(LockStatus::waiters).orElse(0);
    }

    /** They would wait for each other: each has a connection until its acquire ends, and Rowlock needs one for that. */
    @Promise
    default void callersWhoHaveAllConnectionsOfThePoolWaitNoLongerThanTheCallTimeout(ContractFixture fixture)
            throws SQLException {
        SmallPool pool = fixture.pool(2);
        Rowlock client = fixture.client(pool, settings -> settings.callTimeout(Duration.ofSeconds(2)));
        fixture.await().until(() -> pool.lent() == 0);
        try (Transaction one = Transaction.on(pool);
                Transaction other = Transaction.on(pool)) {
            assertThat(one.connection()).isNotSameAs(other.connection());
            CompletableFuture<Hold> waiting = client.lock(fixture.name("starved"))
                    .acquireAsync(Duration.ofMinutes(9))
                    .toCompletableFuture();

            assertThat(waiting)
                    .failsWithin(60, TimeUnit.SECONDS)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(LockStoreException.class)
                    .withMessageContaining("the data source has given no connection")
                    .withMessageContaining("acquire the lock before the transaction begins");
        }
    }

    /** A pool without a connection to spare must serve the holder's renewals, and the waiter, all the same. */
    @Promise
    default void waitingOverAPoolOfOneConnectionStarvesNobody(ContractFixture fixture) {
        String name = fixture.name("narrow");
        Rowlock waiter = fixture.client(fixture.pool(1));
        Hold own = waiter.lock(fixture.name("own")).acquire();
        Hold taken = fixture.client().lock(name).acquire();
        CompletableFuture<Hold> waiting =
                waiter.lock(name).acquireAsync(Duration.ofSeconds(60)).toCompletableFuture();
        fixture.crew().pause(Duration.ofMillis(300));

        assertThat(own.check()).isTrue();
        own.renew();
        taken.close();

        assertThat(waiting).succeedsWithin(30, TimeUnit.SECONDS);
        waiting.join().close();
        own.close();
    }
}
