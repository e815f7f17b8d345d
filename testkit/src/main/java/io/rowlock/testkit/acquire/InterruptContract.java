package io.rowlock.testkit.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockInterruptedException;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.ClientContract;
import io.rowlock.testkit.fixture.ClientFixture;
import io.rowlock.testkit.fixture.Promise;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/** An interrupt frees a waiter at once, is passed on, and loses nothing. L4: orphans end by themselves. */
public interface InterruptContract extends ClientContract {

    @Promise
    default void anInterruptFreesAWaiterAtOnceWithItsFlagSet(ClientFixture fixture) {
        String name = fixture.name("interrupted");
        Rowlock client = fixture.client();
        CompletableFuture<Boolean> flag = new CompletableFuture<>();

        try (Hold taken = fixture.client().lock(name).acquire()) {
            Thread waiter = fixture.crew().thread(() -> flag.complete(interruptedWhileWaiting(client.lock(name))));
            fixture.awaitWaiters(client, name, 1);
            waiter.interrupt();

            assertThat(flag).succeedsWithin(30, TimeUnit.SECONDS).isEqualTo(true);
            fixture.awaitWaiters(client, name, 0);
            assertThat(taken.check()).isTrue();
        }
        assertThat(client.lock(name).tryAcquire()).isPresent();
    }

    @Promise
    default void anInterruptedWaiterDoesNotHoldUpTheOneBehindIt(ClientFixture fixture) {
        String name = fixture.name("queue");
        Rowlock client = fixture.client();
        Hold taken = client.lock(name).acquire();
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        Thread first = fixture.crew().thread(() -> flag.complete(interruptedWhileWaiting(client.lock(name))));
        fixture.awaitWaiters(client, name, 1);
        CompletableFuture<Hold> second =
                fixture.crew().async(() -> client.lock(name).acquire());
        fixture.awaitWaiters(client, name, 2);

        first.interrupt();
        assertThat(flag).succeedsWithin(30, TimeUnit.SECONDS).isEqualTo(true);
        taken.close();

        assertThat(second).succeedsWithin(30, TimeUnit.SECONDS);
        second.join().close();
    }

    @Promise
    default void aCallerWhoseFlagIsSetBeforehandLeavesNothingBehind(ClientFixture fixture) {
        DistributedLock lock = fixture.client().lock(fixture.name("flagged"));
        AtomicBoolean flag = new AtomicBoolean();
        fixture.crew().elsewhere(() -> {
            Thread.currentThread().interrupt();
            try {
                lock.tryAcquire().ifPresent(Hold::close);
            } catch (LockInterruptedException expected) {
                assertThat(expected).hasMessageContaining(lock.definition().name());
            }
            flag.set(Thread.currentThread().isInterrupted());
            return true;
        });

        assertThat(flag).isTrue();
        fixture.await().until(() -> lock.tryAcquire().map(ClientFixture::closed).orElse(false));
    }

    /**
     * Interrupts that strike anywhere between the call and the grant. A grant that nobody took home would keep the lock
     * taken for thirty seconds; the patience here is shorter.
     */
    @Promise
    default void interruptsAtAnyMomentLeaveNoOrphan(ClientFixture fixture) {
        String name = fixture.name("storm");
        List<Rowlock> clients = List.of(fixture.client(), fixture.client());
        AtomicReference<Hold> kept = new AtomicReference<>();

        for (int round = 0; round < 4; round++) {
            List<Thread> threads = IntStream.range(0, 10)
                    .mapToObj(number -> fixture.crew().thread(() -> {
                        try (Hold hold = clients.get(number % 2).lock(name).acquire()) {
                            kept.set(hold);
                        } catch (LockInterruptedException expected) {
                            assertThat(Thread.currentThread().isInterrupted()).isTrue();
                        }
                    }))
                    .toList();
            threads.forEach(thread -> {
                fixture.crew()
                        .pause(Duration.ofNanos(ThreadLocalRandom.current().nextLong(3_000_000)));
                thread.interrupt();
            });
            threads.forEach(fixture.crew()::join);
        }

        try (Hold hold = clients.get(0).lock(name).acquire(Duration.ofSeconds(15))) {
            assertThat(hold.isHeld()).isTrue();
        }
        fixture.await()
                .until(() -> clients.stream()
                        .allMatch(client ->
                                client.admin().find(name).orElseThrow().waiters() == 0));
    }

    private static boolean interruptedWhileWaiting(DistributedLock lock) {
        try (Hold unexpected = lock.acquire()) {
            return unexpected.token() < 0;
        } catch (LockInterruptedException expected) {
            return Thread.currentThread().isInterrupted();
        }
    }
}
