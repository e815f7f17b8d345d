package io.rowlock.testkit.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockEvent;
import io.rowlock.LockStatus.State;
import io.rowlock.LockTimeoutException;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.AnyDatabaseContract;
import io.rowlock.testkit.fixture.ClientFixture;
import io.rowlock.testkit.fixture.HeavyPromise;
import io.rowlock.testkit.fixture.Promise;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Waiting without a thread: the same promises as waiting with one, and a wait that can be taken back. */
public interface AsyncContract extends AnyDatabaseContract {

    @Promise
    default void aFreeLockIsGrantedToAFuture(ClientFixture fixture) {
        DistributedLock lock = fixture.client().lock(fixture.name("free"));
        CompletableFuture<Hold> future = lock.acquireAsync().toCompletableFuture();

        assertThat(future).succeedsWithin(30, TimeUnit.SECONDS);
        try (Hold hold = future.join()) {
            assertThat(hold.check()).isTrue();
            assertThat(lock.tryAcquire()).isEmpty();
        }
        assertThat(lock.tryAcquire().map(ClientFixture::closed)).contains(true);
    }

    @Promise
    default void futuresGetTheLockOneAfterTheOtherInTheOrderInWhichTheyAsked(ClientFixture fixture) {
        Rowlock client = fixture.client();
        DistributedLock lock = client.lock(fixture.name("queue"));
        List<Integer> order = new CopyOnWriteArrayList<>();
        Hold first = fixture.client().lock(lock.definition()).acquire();
        CompletableFuture<?>[] turns = IntStream.range(0, 20)
                .mapToObj(number -> lock.acquireAsync()
                        .thenAccept(hold -> {
                            order.add(number);
                            hold.close();
                        })
                        .toCompletableFuture())
                .toArray(CompletableFuture[]::new);
        first.close();

        assertThat(CompletableFuture.allOf(turns)).succeedsWithin(60, TimeUnit.SECONDS);
        assertThat(order).hasSize(20).isSorted();
    }

    @Promise
    default void aFutureThatWaitsInVainFailsAndSaysWhoHasTheLock(ClientFixture fixture) {
        DistributedLock lock = fixture.client().lock(fixture.name("taken"));
        LockDefinition definition = lock.definition().withOwner("the night shift");
        try (Hold taken = fixture.client().lock(definition).acquire()) {
            assertThat(lock.acquireAsync(Duration.ofMillis(200)).toCompletableFuture())
                    .failsWithin(30, TimeUnit.SECONDS)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(LockTimeoutException.class)
                    .withMessageContaining("the night shift");
            assertThat(lock.acquireAsync(Duration.ZERO).toCompletableFuture())
                    .failsWithin(30, TimeUnit.SECONDS)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(LockTimeoutException.class);
            assertThat(taken.isHeld()).isTrue();
        }
    }

    @Promise
    default void cancellingFreesThePlaceInTheQueue(ClientFixture fixture) {
        String name = fixture.name("cancelled");
        Rowlock client = fixture.client();
        Hold taken = fixture.client().lock(name).acquire();
        CompletableFuture<Hold> first = client.lock(name).acquireAsync().toCompletableFuture();
        CompletableFuture<Hold> second = client.lock(name).acquireAsync().toCompletableFuture();
        fixture.awaitWaiters(client, name, 2);

        assertThat(first.cancel(true)).isTrue();
        fixture.awaitWaiters(client, name, 1);
        taken.close();

        assertThat(second).succeedsWithin(30, TimeUnit.SECONDS);
        second.join().close();
        fixture.awaitWaiters(client, name, 0);
    }

    /** Cancelled at random moments between the call and the grant; a hold that nobody has would keep the lock. */
    @Promise
    default void aGrantThatComesAfterTheCancellingIsGivenBack(ClientFixture fixture) {
        Rowlock client = fixture.client();
        String name = fixture.name("late");
        for (int round = 0; round < 40; round++) {
            CompletableFuture<Hold> future = client.lock(name).acquireAsync().toCompletableFuture();
            fixture.crew().pause(Duration.ofNanos(round * 50_000L));
            if (!future.cancel(true)) {
                future.join().close();
            }
            fixture.await()
                    .until(() -> client.admin()
                            .find(name)
                            .map(status -> status.state() == State.FREE)
                            .orElse(true));
        }
        try (Hold hold = client.lock(name).acquire(Duration.ofSeconds(15))) {
            assertThat(hold.isHeld()).isTrue();
        }
    }

    @Promise
    default void closingTheClientEndsTheWaitOfEveryFuture(ClientFixture fixture) {
        String name = fixture.name("closed");
        Rowlock client = fixture.client();
        try (Hold taken = fixture.client().lock(name).acquire()) {
            List<CompletableFuture<Hold>> waiting = IntStream.range(0, 100)
                    .mapToObj(number -> client.lock(name).acquireAsync().toCompletableFuture())
                    .toList();
            fixture.awaitWaiters(client, name, 100);

            client.close();

            assertThat(waiting)
                    .allSatisfy(future -> assertThat(future)
                            .failsWithin(30, TimeUnit.SECONDS)
                            .withThrowableThat()
                            .havingCause()
                            .isInstanceOf(IllegalStateException.class)
                            .withMessageContaining("closed"));
            assertThat(taken.check()).isTrue();
        }
        assertThat(client.lock(name).acquireAsync().toCompletableFuture())
                .failsWithin(30, TimeUnit.SECONDS)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(IllegalStateException.class);
    }

    @HeavyPromise
    default void tenThousandFuturesWaitOnAHandfulOfThreads(ClientFixture fixture) {
        Rowlock client = fixture.client();
        String name = fixture.name("crowd");
        List<Hold> taken = IntStream.range(0, 10)
                .mapToObj(number -> fixture.client().lock(name + number).acquire())
                .toList();
        List<CompletableFuture<Hold>> waiting = IntStream.range(0, 10_000)
                .mapToObj(number -> client.lock(name + number % 10)
                        .acquireAsync(Duration.ofMinutes(3))
                        .toCompletableFuture())
                .toList();

        fixture.awaitWaiters(client, name + 0, 1_000);
        assertThat(fixture.rowlockThreads()).as("threads of eleven clients").hasSizeLessThan(11 * 6);
        assertThat(fixture.mostConnections()).isLessThanOrEqualTo(11 * 3);
        for (int number = 0; number < 10; number++) {
            assertThat(waiting.get(number)).isNotDone();
            waiting.get(number + 10).cancel(true);
            fixture.awaitWaiters(client, name + number, 999);
        }
        taken.forEach(Hold::close);
        for (int number = 0; number < 10; number++) {
            assertThat(waiting.get(number)).succeedsWithin(60, TimeUnit.SECONDS);
        }
    }

    @Promise
    default void aFuturesWaitIsToldToListeners(ClientFixture fixture) {
        List<LockEvent> events = new CopyOnWriteArrayList<>();
        Rowlock client = fixture.client(settings -> settings.listener(events::add));
        String name = fixture.name("told");
        Hold taken = fixture.client().lock(name).acquire();
        CompletableFuture<Hold> future = client.lock(name).acquireAsync().toCompletableFuture();
        fixture.awaitWaiters(client, name, 1);
        taken.close();
        future.join().close();

        fixture.await().until(() -> events.stream().anyMatch(LockEvent.Released.class::isInstance));
        assertThat(events)
                .satisfiesExactly(
                        event -> assertThat(event).isInstanceOf(LockEvent.Acquired.class),
                        event -> assertThat(event).isInstanceOf(LockEvent.Waited.class),
                        event -> assertThat(event).isInstanceOf(LockEvent.Released.class));
    }
}
