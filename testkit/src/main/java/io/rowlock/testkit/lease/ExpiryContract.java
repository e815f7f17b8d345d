package io.rowlock.testkit.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockStoreException;
import io.rowlock.Rowlock;
import io.rowlock.testkit.control.BreakableLink;
import io.rowlock.testkit.fixture.ClientContract;
import io.rowlock.testkit.fixture.ClientFixture;
import io.rowlock.testkit.fixture.Promise;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * L1: a dead holder's lock is free within lease and grace. L3: the holder is told before anyone else is granted the
 * lock. S11: without an answer from the database nothing is granted, and belief ends.
 */
public interface ExpiryContract extends ClientContract {

    @Promise
    default void anUnrenewedHoldIsLostAtItsDeadlineAndToldBeforeAnyoneElseGetsTheLock(ClientFixture fixture) {
        LockDefinition definition = unrenewed(fixture);
        CompletableFuture<Long> told = new CompletableFuture<>();
        long before = System.nanoTime();
        Hold first = fixture.client().lock(definition).acquire();
        first.onLost(() -> told.complete(System.nanoTime()));
        assertThat(first.remaining()).isPositive().isLessThanOrEqualTo(definition.lease());

        try (Hold second = fixture.client().lock(definition).acquire(Duration.ofSeconds(30))) {
            long granted = System.nanoTime();
            assertThat(told).as("told before the next grant").isCompleted();
            assertThat(told.join()).isLessThan(granted);
            assertThat(first.isHeld()).isFalse();
            assertThat(first.remaining()).isZero();
            assertThat(Duration.ofNanos(granted - before))
                    .as("lease and grace")
                    .isGreaterThanOrEqualTo(definition.lease().plusSeconds(1));
            assertThat(second.isHeld()).isTrue();
        }
    }

    @Promise
    default void aHolderCutOffFromItsDatabaseLosesTheLockAndAnotherGetsIt(ClientFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("cut-off")).withLease(Duration.ofSeconds(2));
        BreakableLink unreliable = fixture.unreliable();
        CompletableFuture<Long> told = new CompletableFuture<>();
        Hold cutOff = fixture.clientOver(unreliable).lock(definition).acquire();
        cutOff.onLost(() -> told.complete(System.nanoTime()));
        unreliable.fail();

        try (Hold next = fixture.client().lock(definition).acquire(Duration.ofSeconds(30))) {
            long granted = System.nanoTime();
            assertThat(told).as("told before the next grant").isCompleted();
            assertThat(told.join()).isLessThan(granted);
            assertThat(cutOff.isHeld()).isFalse();
            assertThat(next.token()).isGreaterThan(cutOff.token());
        }
        unreliable.heal();
    }

    @Promise
    default void nothingIsGrantedWhileTheDatabaseCannotBeAsked(ClientFixture fixture) {
        BreakableLink unreliable = fixture.unreliable();
        Rowlock client = fixture.clientOver(unreliable, settings -> settings.callTimeout(Duration.ofSeconds(2)));
        String name = fixture.name("closed");
        unreliable.fail();

        assertThatExceptionOfType(LockStoreException.class)
                .isThrownBy(() -> client.lock(name).tryAcquire());
        assertThatExceptionOfType(LockStoreException.class)
                .isThrownBy(() -> client.lock(name).acquire(Duration.ofMillis(300)));

        unreliable.heal();
        fixture.await().ignoreExceptionsInstanceOf(LockStoreException.class).untilAsserted(() -> {
            try (Hold hold = client.lock(name).acquire()) {
                assertThat(hold.isHeld()).isTrue();
            }
        });
    }

    @Promise
    default void renewalByHandMovesTheDeadline(ClientFixture fixture) {
        LockDefinition definition = unrenewed(fixture).withLease(Duration.ofSeconds(6));
        Rowlock client = fixture.client();

        try (Hold hold = client.lock(definition).acquire()) {
            fixture.await().until(() -> hold.remaining().compareTo(Duration.ofSeconds(5)) < 0);
            hold.renew();

            assertThat(hold.remaining()).isGreaterThan(Duration.ofSeconds(5)).isLessThanOrEqualTo(definition.lease());
            assertThat(hold.isHeld()).isTrue();
            assertThat(client.admin().find(definition.name()).orElseThrow().renewals())
                    .isEqualTo(1);
        }
    }

    @Promise
    default void automaticRenewalKeepsAShortLeaseAsLongAsTheHoldIsOpen(ClientFixture fixture) {
        LockDefinition definition =
                LockDefinition.of(fixture.name("kept-alive")).withLease(Duration.ofSeconds(3));
        Rowlock other = fixture.client();
        long start = System.nanoTime();

        try (Hold hold = fixture.client().lock(definition).acquire()) {
            fixture.await().until(() -> {
                assertThat(hold.isHeld()).isTrue();
                assertThat(other.lock(definition).tryAcquire()).isEmpty();
                return System.nanoTime() - start > definition.lease().toNanos() * 2;
            });
            assertThat(hold.check()).isTrue();
            assertThat(other.admin().find(definition.name()).orElseThrow().renewals())
                    .isGreaterThanOrEqualTo(2);
        }
        assertThat(other.lock(definition).tryAcquire()).isPresent();
    }

    private static LockDefinition unrenewed(ClientFixture fixture) {
        return LockDefinition.of(fixture.name("unrenewed"))
                .withLease(LockDefinition.MIN_LEASE)
                .withRenewal(false);
    }
}
