package io.rowlock.testkit.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockStatus;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.source.CountingDataSource;
import io.rowlock.testkit.sql.Transaction;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A lock goes from client to client: nobody who waits is passed over for ever, and whoever frees it tells. */
public interface HandOverContract extends Contract {

    /** Everyone comes back for more as soon as it has had its turn; still each gets all of its turns. */
    @Promise
    default void noClientStarvesAmongOthersThatComeBackAtOnce(ContractFixture bench) {
        LockDefinition definition = LockDefinition.of(bench.name("shared")).withWait(Duration.ofSeconds(60));
        List<Rowlock> clients = Stream.generate(bench::client).limit(3).toList();
        int[] turns = new int[3];

        bench.crew().together(3, number -> {
            DistributedLock lock = clients.get(number).lock(definition);
            for (int round = 0; round < 10; round++) {
                lock.run(() -> turns[number]++);
            }
        });

        assertThat(turns).containsOnly(10);
    }

    @Promise
    default void everyWayToFreeALockLetsTheWaiterIn(ContractFixture bench) {
        Rowlock holder = bench.client();
        Rowlock waiter = bench.client();
        assertGranted(bench, waiter, holder, Hold::close);
        assertGranted(
                bench,
                waiter,
                holder,
                hold -> holder.admin().revokeNow(hold.key().name(), hold.token()));
        assertGranted(
                bench, waiter, holder, hold -> holder.resume(hold.detach()).release());
        assertGranted(bench, waiter, holder, hold -> {
            try (Transaction transaction = Transaction.on(bench.source())) {
                hold.releaseWith(transaction.connection());
                transaction.commit();
            }
        });
        assertGranted(bench, waiter, holder, hold -> holder.close());
    }

    private static void assertGranted(ContractFixture bench, Rowlock waiter, Rowlock holder, Freeing freeing) {
        String name = bench.name("freed");
        Hold taken = holder.lock(name).acquire();
        CompletableFuture<Hold> waiting =
                waiter.lock(name).acquireAsync(Duration.ofSeconds(20)).toCompletableFuture();
        bench.awaitWaiters(waiter, name, 1);
        try {
            freeing.free(taken);
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
        assertThat(waiting).succeedsWithin(20, TimeUnit.SECONDS);
        waiting.join().close();
        // Whoever has not heard yet that the hold was revoked would have the next one of the same client wait for it.
        taken.close();
    }

    /** How a lock is freed. */
    @FunctionalInterface
    interface Freeing {

        /**
         * Frees it.
         *
         * @param hold whose lock it is
         * @throws Exception when that fails
         */
        void free(Hold hold) throws Exception;
    }

    @Promise
    default void waitingForManyLocksTakesNoMoreThanAListenerAndTheLanes(ContractFixture bench) {
        String name = bench.name("many");
        Rowlock holder = bench.client();
        CountingDataSource watched = bench.watched();
        Rowlock waiter = bench.client(watched);
        List<Hold> taken = IntStream.range(0, 40)
                .mapToObj(number -> holder.lock(name + number).acquire())
                .toList();
        List<CompletableFuture<Hold>> waiting = IntStream.range(0, 40)
                .mapToObj(number -> waiter.lock(name + number)
                        .acquireAsync(Duration.ofSeconds(60))
                        .toCompletableFuture())
                .toList();
        bench.await().until(() -> IntStream.range(0, 40).allMatch(number -> waiters(waiter, name + number) == 1));
        assertThat(watched.peak()).isLessThanOrEqualTo(3);

        taken.forEach(Hold::close);

        assertThat(waiting).allSatisfy(one -> assertThat(one).succeedsWithin(60, TimeUnit.SECONDS));
        waiting.forEach(one -> one.join().close());
        assertThat(watched.peak()).isLessThanOrEqualTo(3);
        bench.await().until(() -> watched.open() == 0);
    }

    private static int waiters(Rowlock client, String name) {
        return client.admin().find(name).map(LockStatus::waiters).orElse(0);
    }

    /** A pool without a connection to spare must serve the holder's renewals, and the waiter, all the same. */
    @Promise
    default void waitingOverAPoolOfOneConnectionStarvesNobody(ContractFixture bench) {
        String name = bench.name("narrow");
        Rowlock waiter = bench.client(bench.pool(1));
        Hold own = waiter.lock(bench.name("own")).acquire();
        Hold taken = bench.client().lock(name).acquire();
        CompletableFuture<Hold> waiting =
                waiter.lock(name).acquireAsync(Duration.ofSeconds(60)).toCompletableFuture();
        bench.crew().pause(Duration.ofMillis(300));

        assertThat(own.check()).isTrue();
        own.renew();
        taken.close();

        assertThat(waiting).succeedsWithin(30, TimeUnit.SECONDS);
        waiting.join().close();
        own.close();
    }
}
