package io.rowlock.testkit.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockEvent;
import io.rowlock.LockEvent.LossReason;
import io.rowlock.LockKey;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.AnyDatabaseContract;
import io.rowlock.testkit.fixture.ClientFixture;
import io.rowlock.testkit.fixture.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** A hold lasts no longer than its definition allows: then it is lost, its holder is told, and the lock is given back. */
public interface LongestHoldContract extends AnyDatabaseContract {

    private static Rowlock client(ClientFixture fixture, Map<LockKey, LossReason> losses) {
        return fixture.client(settings -> settings.listener(event -> {
            if (event instanceof LockEvent.Lost lost) {
                losses.put(lost.key(), lost.reason());
            }
        }));
    }

    @Promise
    default void theHoldEndsAndItsHolderIsToldBeforeTheLockIsGivenBack(ClientFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("longest")).withLongestHold(Duration.ofSeconds(2));
        Map<LockKey, LossReason> losses = new ConcurrentHashMap<>();
        AtomicBoolean told = new AtomicBoolean();
        Hold hold = client(fixture, losses).lock(definition).acquire();
        hold.onLost(() -> told.set(true));
        assertThat(hold.remaining()).isLessThanOrEqualTo(Duration.ofSeconds(2));

        try (Hold next = fixture.client().lock(definition.name()).acquire(Duration.ofSeconds(30))) {
            assertThat(told).as("told before the next grant").isTrue();
            assertThat(hold.isHeld()).isFalse();
            assertThat(next.token()).isGreaterThan(hold.token());
            assertThat(fixture.rows().number(definition.name(), "lease_us")).isEqualTo(30_000_000);
            fixture.await().until(() -> losses.get(definition.key()) == LossReason.LONGEST_HOLD);
        }
    }

    /** Its session goes on with the other holds. */
    @Promise
    default void aHoldOfASessionEndsToo(ClientFixture fixture) {
        Map<LockKey, LossReason> losses = new ConcurrentHashMap<>();
        Duration lease = Duration.ofSeconds(4);
        Rowlock client = client(fixture, losses);
        LockDefinition bounded =
                LockDefinition.of(fixture.name("bounded")).withLease(lease).withLongestHold(Duration.ofSeconds(10));
        Hold hold = client.lock(bounded).acquire();
        Hold other = client.lock(LockDefinition.of(fixture.name("other")).withLease(lease))
                .acquire();
        String session = SessionContract.awaitKept(fixture, List.of(hold, other));

        try (Hold next = fixture.client().lock(bounded.name()).acquire(Duration.ofSeconds(30))) {
            assertThat(hold.isHeld()).isFalse();
            assertThat(next.token()).isGreaterThan(hold.token());
            fixture.await().until(() -> losses.get(bounded.key()) == LossReason.LONGEST_HOLD);
        }
        assertThat(other.check()).isTrue();
        assertThat(fixture.rows().sessionOf(fixture.name("other"))).contains(session);
        assertThat(losses).doesNotContainKey(other.key());
        other.close();
    }

    @Promise
    default void noRenewalGoesBeyondTheLongestTime(ClientFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("renewed")).withLongestHold(Duration.ofMinutes(1));
        try (Hold hold = fixture.client().lock(definition).acquire()) {
            hold.renew(Duration.ofMinutes(10));
            assertThat(hold.remaining()).isLessThanOrEqualTo(Duration.ofMinutes(1));
            assertThat(hold.check()).isTrue();
        }
    }

    @Promise
    default void aHoldThatExpiresBeforeIsToldSo(ClientFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("expired"))
                .withLease(LockDefinition.MIN_LEASE)
                .withRenewal(false)
                .withLongestHold(Duration.ofMinutes(1));
        Map<LockKey, LossReason> losses = new ConcurrentHashMap<>();
        Hold hold = client(fixture, losses).lock(definition).acquire();

        fixture.await().until(() -> losses.get(hold.key()) == LossReason.EXPIRED);

        assertThat(hold.isHeld()).isFalse();
    }

    /** Its holder has stopped, so that nobody need wait any longer. */
    @Promise
    default void closingAHoldThatHasEndedSoGivesTheLockBackAtOnce(ClientFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("closed"))
                .withLease(Duration.ofMinutes(10))
                .withLongestHold(Duration.ofSeconds(1));
        Hold hold = fixture.client().lock(definition).acquire();
        fixture.await().until(() -> !hold.isHeld());

        hold.close();

        try (Hold next = fixture.client().lock(definition.name()).acquire(Duration.ofSeconds(10))) {
            assertThat(next.token()).isGreaterThan(hold.token());
        }
    }
}
