package io.rowlock.testkit.acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockTimeoutException;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.AnyDatabaseContract;
import io.rowlock.testkit.fixture.ClientFixture;
import io.rowlock.testkit.fixture.HeavyPromise;
import io.rowlock.testkit.fixture.Promise;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Waiting is bounded, says why it failed, and costs no connection. L5, L6. */
public interface WaitingContract extends AnyDatabaseContract {

    @Promise
    default void aWaiterGetsTheLockWhenAnotherOfItsClientReleasesIt(ClientFixture fixture) {
        Rowlock client = fixture.client();
        assertThatAWaiterGetsTheLockOnRelease(fixture, client, client);
    }

    @Promise
    default void aWaiterGetsTheLockWhenAnotherClientReleasesIt(ClientFixture fixture) {
        assertThatAWaiterGetsTheLockOnRelease(fixture, fixture.client(), fixture.client());
    }

    private static void assertThatAWaiterGetsTheLockOnRelease(ClientFixture fixture, Rowlock holder, Rowlock waiter) {
        String name = fixture.name("awaited");
        Hold first = holder.lock(name).acquire();
        CompletableFuture<Optional<Hold>> waiting =
                fixture.crew().async(() -> waiter.lock(name).tryAcquire(Duration.ofSeconds(30)));
        fixture.awaitWaiters(waiter, name, 1);
        assertThat(waiting).isNotDone();
        first.close();

        assertThat(waiting).succeedsWithin(30, TimeUnit.SECONDS);
        try (Hold second = waiting.join().orElseThrow()) {
            assertThat(second.isHeld()).isTrue();
            assertThat(second.token()).isGreaterThan(first.token());
        }
    }

    @Promise
    default void aWaitEndsEmptyWhenTheLockStaysTaken(ClientFixture fixture) {
        String name = fixture.name("taken");
        try (Hold taken = fixture.client().lock(name).acquire()) {
            long start = System.nanoTime();
            assertThat(fixture.client().lock(name).tryAcquire(Duration.ofMillis(300)))
                    .isEmpty();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(300));
            assertThat(taken.isHeld()).isTrue();
        }
    }

    @Promise
    default void aWaitInVainSaysWhoHasTheLock(ClientFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("taken"));
        try (Hold taken =
                fixture.client().lock(definition.withOwner("the night shift")).acquire()) {
            DistributedLock lock = fixture.client().lock(definition.withWait(Duration.ofMillis(100)));

            assertThatExceptionOfType(LockTimeoutException.class)
                    .isThrownBy(lock::acquire)
                    .withMessageContaining(definition.name())
                    .withMessageContaining("the night shift")
                    .withMessageContaining(String.valueOf(taken.token()))
                    .satisfies(busy -> {
                        assertThat(busy.key()).isEqualTo(definition.key());
                        assertThat(busy.heldByThisClient()).isFalse();
                        assertThat(busy.holder()).hasValueSatisfying(holder -> {
                            assertThat(holder.owner()).isEqualTo("the night shift");
                            assertThat(holder.token()).isEqualTo(taken.token());
                        });
                    });
        }
    }

    @Promise
    default void aWaitInVainForOnesOwnLockSaysSo(ClientFixture fixture) {
        DistributedLock lock = fixture.client().lock(fixture.name("own"));
        try (Hold taken = lock.acquire()) {
            assertThatExceptionOfType(LockTimeoutException.class)
                    .isThrownBy(() -> lock.acquire(Duration.ofMillis(50)))
                    .withMessageContaining("this very thread")
                    .withMessageContaining(String.valueOf(taken.token()))
                    .satisfies(busy -> assertThat(busy.heldByThisClient()).isTrue());
        }
    }

    @Promise
    default void aWaitOfNoTimeTriesOnce(ClientFixture fixture) {
        DistributedLock lock = fixture.client().lock(fixture.name("now-or-never"));
        try (Hold hold = lock.acquire(Duration.ZERO)) {
            assertThat(hold.isHeld()).isTrue();
            assertThat(lock.tryAcquire(Duration.ZERO)).isEmpty();
            assertThatExceptionOfType(LockTimeoutException.class).isThrownBy(() -> lock.acquire(Duration.ZERO));
        }
    }

    @HeavyPromise
    default void aThousandWaitersAllGetTheirTurnOverThreeConnections(ClientFixture fixture) {
        assertThatAThousandGetTheirTurn(fixture, Executors.newFixedThreadPool(1_000));
    }

    @HeavyPromise
    @EnabledForJreRange(min = JRE.JAVA_21)
    default void aThousandVirtualThreadsAllGetTheirTurnOverThreeConnections(ClientFixture fixture)
            throws ReflectiveOperationException {
        assertThatAThousandGetTheirTurn(fixture, (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null));
    }

    private static void assertThatAThousandGetTheirTurn(ClientFixture fixture, ExecutorService threads) {
        Rowlock client = fixture.client();
        DistributedLock lock =
                client.lock(LockDefinition.of(fixture.name("crowd")).withWait(Duration.ofMinutes(2)));
        int[] turns = {0};
        CompletableFuture<?>[] all = new CompletableFuture<?>[1_000];

        try (Hold gate = lock.acquire()) {
            for (int i = 0; i < all.length; i++) {
                all[i] = CompletableFuture.runAsync(() -> lock.run(() -> turns[0]++), threads);
            }
            fixture.awaitWaiters(client, lock.definition().name(), 1_000);
            assertThat(gate.isHeld()).isTrue();
        }

        assertThat(CompletableFuture.allOf(all)).succeedsWithin(90, TimeUnit.SECONDS);
        threads.shutdown();
        assertThat(turns[0]).isEqualTo(1_000);
        assertThat(fixture.mostConnections()).isLessThanOrEqualTo(3);
    }
}
