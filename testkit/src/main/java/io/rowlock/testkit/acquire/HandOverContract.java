package io.rowlock.testkit.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.ClientContract;
import io.rowlock.testkit.fixture.ClientFixture;
import io.rowlock.testkit.fixture.Promise;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A lock goes from client to client: no waiter starves, and a release notifies the waiters. */
public interface HandOverContract extends ClientContract {

    /** Everyone comes back for more as soon as it has had its turn; still each gets all of its turns. */
    @Promise
    default void noClientStarvesAmongOthersThatComeBackAtOnce(ClientFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("shared")).withWait(Duration.ofSeconds(60));
        List<Rowlock> clients = Stream.generate(fixture::client).limit(3).toList();
        int[] turns = new int[3];

        fixture.crew().together(3, number -> {
            DistributedLock lock = clients.get(number).lock(definition);
            for (int round = 0; round < 10; round++) {
                lock.run(() -> turns[number]++);
            }
        });

        assertThat(turns).containsOnly(10);
    }

    @Promise
    default void everyWayToFreeALockLetsTheWaiterIn(ClientFixture fixture) {
        Rowlock holder = fixture.client();
        Rowlock waiter = fixture.client();
        assertGranted(fixture, waiter, holder, Hold::close);
        assertGranted(
                fixture,
                waiter,
                holder,
                hold -> holder.admin().revokeNow(hold.key().name(), hold.token()));
        assertGranted(
                fixture, waiter, holder, hold -> holder.resume(hold.detach()).release());
        assertGranted(fixture, waiter, holder, hold -> holder.close());
    }

    /** Has a waiter be granted a lock that is freed so. */
    static void assertGranted(ClientFixture fixture, Rowlock waiter, Rowlock holder, Freeing freeing) {
        String name = fixture.name("freed");
        Hold taken = holder.lock(name).acquire();
        CompletableFuture<Hold> waiting =
                waiter.lock(name).acquireAsync(Duration.ofSeconds(20)).toCompletableFuture();
        fixture.awaitWaiters(waiter, name, 1);
        try {
            freeing.free(taken);
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
        assertThat(waiting).succeedsWithin(20, TimeUnit.SECONDS);
        waiting.join().close();
        // A client that does not know yet that its hold was revoked would let its own next request wait for it.
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
}
