package io.rowlock.testkit.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockEvent;
import io.rowlock.LockStatus.State;
import io.rowlock.Rowlock;
import io.rowlock.testkit.control.BreakableLink;
import io.rowlock.testkit.fixture.AnyDatabaseContract;
import io.rowlock.testkit.fixture.ClientFixture;
import io.rowlock.testkit.fixture.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A lock may be passed on within a client, some times in a row: each hand-off is a grant like any other, with a token of its own,
 * and nobody who waits elsewhere is kept waiting for more of them than was allowed.
 */
public interface LocalHandOffContract extends AnyDatabaseContract {

    /** Long enough for everything that ends. */
    Duration LONG = Duration.ofSeconds(60);

    @Promise
    default void eachHandOffIsOneStatementAndAFreshGrant(ClientFixture fixture) {
        Rowlock client = fixture.client();
        LockDefinition definition = passed(fixture, 10);
        Hold first = client.lock(definition).acquire();
        List<CompletableFuture<Hold>> waiting =
                waiting(fixture, client, definition.withOwner("the next").withLease(Duration.ofSeconds(40)), 3);

        Hold last = first;
        for (CompletableFuture<Hold> next : waiting) {
            int before = fixture.requests();
            last.close();
            Hold taken = got(next);
            assertThat(fixture.requests() - before).as("statements").isOne();
            assertThat(last.isHeld()).as("the old hold").isFalse();
            assertThat(taken.isHeld()).as("the new hold").isTrue();
            assertThat(taken.token()).isGreaterThan(last.token());
            last = taken;
        }

        assertThat(last.check()).isTrue();
        assertThat(client.admin().find(definition.name())).hasValueSatisfying(status -> {
            assertThat(status.owner()).isEqualTo("the next");
            assertThat(status.grants()).isEqualTo(4);
        });
        assertThat(fixture.rows().number(definition.name(), "lease_us")).isEqualTo(40_000_000);
        assertThat(fixture.client().lock(definition).tryAcquire()).isEmpty();
        last.close();
        assertThat(fixture.client().lock(definition).tryRun(() -> {})).isTrue();
    }

    @Promise
    default void withoutBeingToldToALockIsNotPassedOn(ClientFixture fixture) {
        Rowlock client = fixture.client();
        LockDefinition definition = LockDefinition.of(fixture.name("released")).withWait(LONG);
        Hold first = client.lock(definition).acquire();
        CompletableFuture<Hold> next = waiting(fixture, client, definition, 1).get(0);
        int before = fixture.handOffs();

        first.close();
        got(next).close();

        assertThat(fixture.handOffs() - before).isZero();
    }

    @Promise
    default void afterSoManyPassesTheLockGoesRound(ClientFixture fixture) {
        Rowlock client = fixture.client();
        LockDefinition definition = passed(fixture, 2);
        Hold first = client.lock(definition).acquire();
        List<CompletableFuture<Hold>> waiting = waiting(fixture, client, definition, 7);

        List<Integer> handOffs = new ArrayList<>();
        int before = fixture.handOffs();
        first.close();
        for (CompletableFuture<Hold> next : waiting) {
            Hold hold = got(next);
            handOffs.add(fixture.handOffs() - before);
            hold.close();
        }

        assertThat(handOffs).as("hand-offs until each had it").containsExactly(1, 2, 2, 3, 4, 4, 5);
    }

    /** Counted past the lock, so that a grant too many shows. */
    @Promise
    default void passesExcludeOthersAndTheirTokensOnlyRise(ClientFixture fixture) {
        LockDefinition definition = passed(fixture, 3);
        List<Rowlock> clients = List.of(fixture.client(), fixture.client());
        List<Long> tokens = new CopyOnWriteArrayList<>();
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        int before = fixture.handOffs();

        fixture.crew().together(6, number -> {
            DistributedLock lock = clients.get(number % 2).lock(definition);
            for (int round = 0; round < 15; round++) {
                try (Hold hold = lock.acquire()) {
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    tokens.add(hold.token());
                    assertThat(hold.isHeld()).isTrue();
                    inside.decrementAndGet();
                }
            }
        });

        assertThat(most).hasValue(1);
        assertThat(tokens).hasSize(90).isSorted().doesNotHaveDuplicates();
        assertThat(fixture.handOffs()).isGreaterThan(before);
    }

    @Promise
    default void aLockThatIsToBeKeptIsNotPassedOn(ClientFixture fixture) {
        Rowlock client = fixture.client();
        LockDefinition definition = passed(fixture, 10);
        Hold first = client.lock(definition.withKeepFor(Duration.ofMinutes(10))).acquire();
        CompletableFuture<Hold> next = waiting(fixture, client, definition, 1).get(0);

        first.close();

        assertThat(client.admin().find(definition.name()))
                .hasValueSatisfying(kept -> assertThat(kept.state()).isEqualTo(State.KEPT));
        assertThat(next).isNotDone();
        client.admin().revokeNow(definition.name(), first.token());
        got(next).close();
    }

    @Promise
    default void aRevokedHoldIsNotPassedOn(ClientFixture fixture) {
        Rowlock client = fixture.client();
        LockDefinition definition = passed(fixture, 10);
        Hold first = client.lock(definition).acquire();
        CompletableFuture<Hold> next = waiting(fixture, client, definition, 1).get(0);
        fixture.client().admin().revoke(definition.name(), first.token());

        first.close();

        assertThat(fixture.rows().number(definition.name(), "token")).isEqualTo(first.token());
        assertThat(next).isNotDone();
        fixture.client().admin().revokeNow(definition.name(), first.token());
        got(next).close();
    }

    @Promise
    default void aHoldThatASessionKeepsLeavesItWhenItIsPassedOn(ClientFixture fixture) {
        Rowlock client = fixture.client();
        LockDefinition definition = passed(fixture, 10).withLease(Duration.ofSeconds(2));
        Hold first = client.lock(definition).acquire();
        fixture.await().until(() -> fixture.rows().sessionOf(definition.name()).isPresent());
        CompletableFuture<Hold> next = waiting(
                        fixture, client, definition.withRenewal(false).withLease(LONG), 1)
                .get(0);

        int before = fixture.handOffs();
        first.close();

        Hold second = got(next);
        assertThat(fixture.handOffs() - before).isOne();
        assertThat(fixture.rows().sessionOf(definition.name())).isEmpty();
        assertThat(second.check()).isTrue();
        second.close();
    }

    /** The hand-off is retried, because its first sending may not have arrived. */
    @Promise
    default void aPassWhoseConnectionBreaksIsSettled(ClientFixture fixture) {
        BreakableLink broken = fixture.unreliable();
        Rowlock client = fixture.clientOver(broken);
        LockDefinition definition = passed(fixture, 10);
        Hold first = client.lock(definition).acquire();
        CompletableFuture<Hold> next = waiting(fixture, client, definition, 1).get(0);
        long grants = fixture.rows().number(definition.name(), "grants");

        broken.failTimes(1);
        first.close();

        Hold second = got(next);
        assertThat(broken.failures()).isOne();
        assertThat(second.token()).isGreaterThan(first.token());
        assertThat(second.check()).isTrue();
        assertThat(fixture.rows().number(definition.name(), "grants")).isEqualTo(grants + 1);
        second.close();
    }

    @Promise
    default void closingTheClientReleasesWhatWasPassedOn(ClientFixture fixture) {
        Rowlock client = fixture.client();
        LockDefinition definition = passed(fixture, 10);
        Hold first = client.lock(definition).acquire();
        List<CompletableFuture<Hold>> waiting = waiting(fixture, client, definition, 2);
        first.close();
        Hold second = got(waiting.get(0));

        client.close();

        assertThat(second.isHeld()).isFalse();
        assertThat(waiting.get(1)).failsWithin(LONG).withThrowableThat().havingCause();
        assertThat(fixture.client().lock(definition).tryRun(() -> {})).isTrue();
    }

    @Promise
    default void aPassIsToldAsAReleaseAndAGrant(ClientFixture fixture) {
        List<LockEvent> events = new CopyOnWriteArrayList<>();
        Rowlock client = fixture.client(settings -> settings.listener(events::add));
        LockDefinition definition = passed(fixture, 10);
        Hold first = client.lock(definition).acquire();
        CompletableFuture<Hold> next = waiting(fixture, client, definition, 1).get(0);
        first.close();
        Hold second = got(next);
        second.close();

        fixture.await().until(() -> released(events).count() == 2);
        assertThat(released(events)).containsExactly(first.token(), second.token());
        assertThat(events)
                .satisfiesExactly(
                        event -> assertThat(event).isInstanceOf(LockEvent.Acquired.class),
                        event -> assertThat(event).isInstanceOf(LockEvent.Released.class),
                        event -> assertThat(event).isInstanceOf(LockEvent.Acquired.class),
                        event -> assertThat(event).isInstanceOf(LockEvent.Waited.class),
                        event -> assertThat(event).isInstanceOf(LockEvent.Released.class));
    }

    private static Stream<Long> released(List<LockEvent> events) {
        return events.stream()
                .filter(LockEvent.Released.class::isInstance)
                .map(LockEvent.Released.class::cast)
                .map(LockEvent.Released::token);
    }

    /** Its lease is longer than any wait here, so that what is given back was given back, and did not just run out. */
    static LockDefinition passed(ClientFixture fixture, int handOffs) {
        return LockDefinition.of(fixture.name("passed"))
                .withLease(Duration.ofMinutes(10))
                .withWait(LONG)
                .withLocalHandOffs(handOffs);
    }

    /** So many futures that wait for the lock, in this order. */
    static List<CompletableFuture<Hold>> waiting(
            ClientFixture fixture, Rowlock client, LockDefinition definition, int number) {
        List<CompletableFuture<Hold>> waiting = Stream.generate(
                        () -> client.lock(definition).acquireAsync().toCompletableFuture())
                .limit(number)
                .toList();
        fixture.awaitWaiters(client, definition.name(), number);
        return waiting;
    }

    static Hold got(CompletableFuture<Hold> next) {
        return next.orTimeout(LONG.toSeconds(), TimeUnit.SECONDS).join();
    }
}
