package io.rowlock.testkit.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockStatus;
import io.rowlock.LockStatus.State;
import io.rowlock.LockTicket;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.ClientContract;
import io.rowlock.testkit.fixture.ClientFixture;
import io.rowlock.testkit.fixture.Promise;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The operator's view: holders, times and waiters of locks; and what a purge removes. */
public interface AdminContract extends ClientContract {

    @Promise
    default void aHeldLockIsSeenWithItsHolderTimesAndCounts(ClientFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("seen"));
        Rowlock client = fixture.client(settings -> settings.owner("client owner"));
        client.lock(definition).acquire().close();

        try (Hold hold =
                client.lock(definition.withOwner("the day shift \ud83d\ude00")).acquire()) {
            hold.renew();
            hold.renew();
            LockStatus status = fixture.client().admin().find(definition.name()).orElseThrow();

            assertThat(status)
                    .returns(definition.key(), LockStatus::key)
                    .returns(State.HELD, LockStatus::state)
                    .returns("the day shift \ud83d\ude00", LockStatus::owner)
                    .returns(hold.token(), LockStatus::token)
                    .returns(2L, LockStatus::renewals)
                    .returns(2L, LockStatus::grants)
                    .returns(0, LockStatus::waiters);
            assertThat(status.since()).isBeforeOrEqualTo(status.asOf());
            assertThat(status.until())
                    .isAfter(status.asOf())
                    .isBeforeOrEqualTo(status.asOf().plus(definition.lease()))
                    .isAfterOrEqualTo(status.since().plus(definition.lease()));
        }
    }

    @Promise
    default void aReleasedLockIsSeenAsFreeWithItsLastHolder(ClientFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("seen"));
        Rowlock client = fixture.client(settings -> settings.owner("client owner"));
        Hold hold = client.lock(definition).acquire();
        hold.close();

        LockStatus status = client.admin().find(definition.name()).orElseThrow();

        assertThat(status)
                .returns(State.FREE, LockStatus::state)
                .returns("client owner", LockStatus::owner)
                .returns(hold.token(), LockStatus::token)
                .returns(1L, LockStatus::grants);
        assertThat(status.until()).isBetween(status.since(), status.asOf());
    }

    @Promise
    default void aLockNeverUsedIsUnknown(ClientFixture fixture) {
        Rowlock client = fixture.client();
        String name = fixture.name("unused");
        assertThat(client.lock(name).definition().name()).isEqualTo(name);
        assertThat(client.admin().find(name)).isEmpty();
    }

    @Promise
    default void locksListsWhatIsTakenAndAllLocksWhatIsKnownByName(ClientFixture fixture) {
        fixture.useOwnTable();
        Rowlock client = fixture.client();
        List<Hold> holds = Stream.of("b", "a", "C", "\u00e4")
                .map(name -> client.lock(name).acquire())
                .toList();
        client.lock("free").acquire().close();

        assertThat(client.admin().locks()).extracting(LockStatus::name).containsExactly("C", "a", "b", "\u00e4");
        assertThat(client.admin().allLocks())
                .extracting(LockStatus::name)
                .containsExactly("C", "a", "b", "free", "\u00e4");
        holds.forEach(Hold::close);
        assertThat(client.admin().locks()).isEmpty();
        assertThat(client.admin().allLocks()).hasSize(5).allMatch(status -> status.state() == State.FREE);
    }

    @Promise
    default void anUnrenewedLockIsSeenToExpire(ClientFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("expires"))
                .withLease(LockDefinition.MIN_LEASE)
                .withRenewal(false);
        Rowlock client = fixture.client();
        Hold hold = client.lock(definition).acquire();

        fixture.await()
                .until(() ->
                        client.admin().find(definition.name()).orElseThrow().state() == State.EXPIRED);

        assertThat(hold.isHeld()).isFalse();
        assertThat(client.admin().locks()).extracting(LockStatus::name).contains(definition.name());
    }

    @Promise
    default void waitersOfThisClientAreCounted(ClientFixture fixture) {
        String name = fixture.name("awaited");
        Rowlock client = fixture.client();
        Hold hold = client.lock(name).acquire();
        List<CompletableFuture<Void>> turns = IntStream.range(0, 3)
                .mapToObj(number ->
                        fixture.crew().async(() -> client.lock(name).acquire()).thenAccept(Hold::close))
                .toList();

        fixture.await().until(() -> client.admin().find(name).orElseThrow().waiters() == 3);
        assertThat(client.admin().locks())
                .filteredOn(status -> status.name().equals(name))
                .extracting(LockStatus::waiters)
                .containsExactly(3);

        hold.close();
        turns.forEach(CompletableFuture::join);
        assertThat(client.admin().find(name).orElseThrow().waiters()).isZero();
    }

    @Promise
    default void purgeRemovesOnlyLocksThatAreFreeAndLongUnused(ClientFixture fixture) {
        fixture.useOwnTable();
        Rowlock client = fixture.client();
        for (String name : List.of("old", "young", "clock-was-ahead", "expiry-was-ahead")) {
            client.lock(name).acquire().close();
        }
        for (String name : List.of("old", "clock-was-ahead", "expiry-was-ahead")) {
            fixture.rows().age(name, Duration.ofDays(10));
        }
        try (Hold held = client.lock("held").acquire()) {
            fixture.rows().set("clock-was-ahead", "token", held.token());
            fixture.rows().set("expiry-was-ahead", "expires_us", held.token());
            fixture.rows().set("held", "token", 1);

            assertThat(client.admin().purge(Duration.ofDays(20))).isZero();
            assertThat(client.admin().purge(Duration.ofDays(5))).isEqualTo(1);

            assertThat(client.admin().allLocks())
                    .extracting(LockStatus::name)
                    .containsExactly("clock-was-ahead", "expiry-was-ahead", "held", "young");
            fixture.rows().set("held", "token", held.token());
        }
    }

    /** Its holder died; nobody has wanted it since. */
    @Promise
    default void purgeRemovesWhatWasAbandonedLongAgo(ClientFixture fixture) {
        fixture.useOwnTable();
        Rowlock client = fixture.client();
        LockTicket abandoned = client.lock("abandoned").acquire().detach();
        fixture.rows().age("abandoned", Duration.ofDays(10));

        assertThat(client.admin().purge(Duration.ofDays(5))).isEqualTo(1);

        assertThat(client.resume(abandoned).check()).isFalse();
        assertThat(client.lock("abandoned").tryAcquire().map(Hold::token))
                .hasValueSatisfying(token -> assertThat(token).isGreaterThan(abandoned.token()));
    }

    @Promise
    default void purgeOfLessThanADayIsRejected(ClientFixture fixture) {
        Rowlock client = fixture.client();
        for (Duration tooShort : List.of(Duration.ofDays(1).minusNanos(1), Duration.ZERO, Duration.ofDays(-2))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> client.admin().purge(tooShort))
                    .withMessageContaining("day");
        }
    }

    @Promise
    default void purgeLeavesTheTableFitForUse(ClientFixture fixture) {
        fixture.useOwnTable();
        Rowlock client = fixture.client();
        client.lock("old").acquire().close();
        fixture.rows().age("old", Duration.ofDays(10));

        assertThat(client.admin().purge(Duration.ofDays(1))).isEqualTo(1);

        assertThat(client.lock("old").tryAcquire().map(ClientFixture::closed)).contains(true);
        assertThat(fixture.client().lock("old").tryAcquire().map(ClientFixture::closed))
                .contains(true);
    }
}
