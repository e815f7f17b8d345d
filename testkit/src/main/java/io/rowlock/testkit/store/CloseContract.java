package io.rowlock.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockException;
import io.rowlock.LockTicket;
import io.rowlock.Rowlock;
import io.rowlock.testkit.control.BreakableLink;
import io.rowlock.testkit.fixture.ClientContract;
import io.rowlock.testkit.fixture.ClientFixture;
import io.rowlock.testkit.fixture.Promise;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

/** L7: no thread of Rowlock's outlives {@code close()}, which releases everything, wakes everyone, and is bounded. */
public interface CloseContract extends ClientContract {

    @Promise
    default void closeReleasesEveryHoldAndLeavesNoThread(ClientFixture fixture) {
        String name = fixture.name("held");
        Rowlock client = fixture.client();
        AtomicBoolean lost = new AtomicBoolean();
        List<Hold> holds = IntStream.range(0, 5)
                .mapToObj(number -> client.lock(name + number).acquire())
                .toList();
        holds.forEach(hold -> hold.onLost(() -> lost.set(true)));
        assertThat(fixture.rowlockThreads()).isNotEmpty();

        client.close();

        assertThat(fixture.rowlockThreads()).isEmpty();
        assertThat(fixture.connections()).isZero();
        assertThat(holds).noneMatch(Hold::isHeld);
        assertThat(lost).isFalse();
        Rowlock other = fixture.client();
        holds.forEach(
                hold -> assertThat(other.lock(hold.key().name()).tryAcquire()).isPresent());
    }

    @Promise
    default void closeWakesThoseWhoWaitWithAClearException(ClientFixture fixture) {
        String name = fixture.name("awaited");
        Rowlock client = fixture.client();
        try (Hold taken = fixture.client().lock(name).acquire()) {
            List<CompletableFuture<Hold>> waiting = IntStream.range(0, 3)
                    .mapToObj(number ->
                            fixture.crew().async(() -> client.lock(name).acquire()))
                    .toList();
            fixture.awaitWaiters(client, name, 3);

            client.close();

            for (CompletableFuture<Hold> waiter : waiting) {
                assertThat(waiter)
                        .failsWithin(30, TimeUnit.SECONDS)
                        .withThrowableThat()
                        .havingCause()
                        .isInstanceOf(IllegalStateException.class)
                        .withMessageContaining("closed");
            }
            assertThat(taken.check()).isTrue();
        }
    }

    @Promise
    default void aClosedClientRejectsEveryCallAndMayBeClosedAgain(ClientFixture fixture) {
        Rowlock client = fixture.client();
        DistributedLock lock = client.lock(fixture.name("late"));
        Hold hold = lock.acquire();
        LockTicket ticket = client.lock(fixture.name("detached")).acquire().detach();
        client.close();
        client.close();
        hold.close();

        assertThatIllegalStateException().isThrownBy(lock::tryAcquire).withMessageContaining("closed");
        assertThatIllegalStateException().isThrownBy(lock::acquire).withMessageContaining("closed");
        assertThatIllegalStateException()
                .isThrownBy(() -> client.admin().locks())
                .withMessageContaining("closed");
        assertThatIllegalStateException()
                .isThrownBy(() -> client.resume(ticket).check())
                .withMessageContaining("closed");
        assertThat(fixture.client().resume(ticket).release()).isTrue();
    }

    @Promise
    default void closeLeavesDetachedLocksAlone(ClientFixture fixture) {
        String name = fixture.name("detached");
        LockTicket ticket;
        try (Rowlock client = fixture.client()) {
            ticket = client.lock(name).acquire().detach();
        }
        Rowlock other = fixture.client();
        assertThat(other.lock(name).tryAcquire()).isEmpty();
        assertThat(other.resume(ticket).release()).isTrue();
    }

    @Promise
    default void closeIsBoundedWhenTheDatabaseIsAway(ClientFixture fixture) {
        BreakableLink unreliable = fixture.unreliable();
        Rowlock client = fixture.clientOver(unreliable, settings -> settings.callTimeout(Duration.ofSeconds(2)));
        String name = fixture.name("stranded");
        Hold hold = client.lock(name).acquire();
        unreliable.fail();

        fixture.crew()
                .async(() -> {
                    client.close();
                    return true;
                })
                .orTimeout(30, TimeUnit.SECONDS)
                .join();

        assertThat(hold.isHeld()).isFalse();
        assertThat(fixture.rowlockThreads()).isEmpty();
        fixture.client().admin().revokeNow(name, hold.token());
    }

    @Promise
    default void callsThatMeetACloseEndAndLeaveNothingBehind(ClientFixture fixture) {
        String name = fixture.name("racing");
        Rowlock client = fixture.client();
        List<CompletableFuture<Integer>> users = IntStream.range(0, 8)
                .mapToObj(number -> fixture.crew().async(() -> {
                    int rounds = 0;
                    while (true) {
                        try (Hold hold = client.lock(name + number % 3).acquire()) {
                            rounds += hold.token() > 0 ? 1 : 0;
                        } catch (IllegalStateException | LockException closed) {
                            return rounds;
                        }
                    }
                }))
                .toList();
        fixture.await().until(() -> fixture.requests() > 20);

        client.close();

        for (CompletableFuture<Integer> user : users) {
            assertThat(user).succeedsWithin(30, TimeUnit.SECONDS);
        }
        Rowlock other = fixture.client();
        for (int number = 0; number < 3; number++) {
            assertThat(other.lock(name + number).tryAcquire().map(ClientFixture::closed))
                    .as("free after the close")
                    .contains(true);
        }
    }
}
