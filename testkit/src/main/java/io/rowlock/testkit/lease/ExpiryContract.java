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
    default void anUnrenewedHoldIsLostAtItsDeadlineAndToldBeforeAnyoneElseGetsTheLock(ClientFixture bench) {
        LockDefinition definition = unrenewed(bench);
        CompletableFuture<Long> told = new CompletableFuture<>();
        long before = System.nanoTime();
        Hold first = bench.client().lock(definition).acquire();
        first.onLost(() -> told.complete(System.nanoTime()));
        assertThat(first.remaining()).isPositive().isLessThanOrEqualTo(definition.lease());

        try (Hold second = bench.client().lock(definition).acquire(Duration.ofSeconds(30))) {
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
    default void aHolderCutOffFromItsDatabaseLosesTheLockAndAnotherGetsIt(ClientFixture bench) {
        LockDefinition definition = LockDefinition.of(bench.name("cut-off")).withLease(Duration.ofSeconds(2));
        BreakableLink unreliable = bench.unreliable();
        CompletableFuture<Long> told = new CompletableFuture<>();
        Hold cutOff = bench.clientOver(unreliable).lock(definition).acquire();
        cutOff.onLost(() -> told.complete(System.nanoTime()));
        unreliable.fail();

        try (Hold next = bench.client().lock(definition).acquire(Duration.ofSeconds(30))) {
            long granted = System.nanoTime();
            assertThat(told).as("told before the next grant").isCompleted();
            assertThat(told.join()).isLessThan(granted);
            assertThat(cutOff.isHeld()).isFalse();
            assertThat(next.token()).isGreaterThan(cutOff.token());
        }
        unreliable.heal();
    }

    @Promise
    default void nothingIsGrantedWhileTheDatabaseCannotBeAsked(ClientFixture bench) {
        BreakableLink unreliable = bench.unreliable();
        Rowlock client = bench.clientOver(unreliable, settings -> settings.callTimeout(Duration.ofSeconds(2)));
        String name = bench.name("closed");
        unreliable.fail();

        assertThatExceptionOfType(LockStoreException.class)
                .isThrownBy(() -> client.lock(name).tryAcquire());
        assertThatExceptionOfType(LockStoreException.class)
                .isThrownBy(() -> client.lock(name).acquire(Duration.ofMillis(300)));

        unreliable.heal();
        bench.await().ignoreExceptionsInstanceOf(LockStoreException.class).untilAsserted(() -> {
            try (Hold hold = client.lock(name).acquire()) {
                assertThat(hold.isHeld()).isTrue();
            }
        });
    }

    @Promise
    default void renewalByHandMovesTheDeadline(ClientFixture bench) {
        LockDefinition definition = unrenewed(bench).withLease(Duration.ofSeconds(6));
        Rowlock client = bench.client();

        try (Hold hold = client.lock(definition).acquire()) {
            bench.await().until(() -> hold.remaining().compareTo(Duration.ofSeconds(5)) < 0);
            hold.renew();

            assertThat(hold.remaining()).isGreaterThan(Duration.ofSeconds(5)).isLessThanOrEqualTo(definition.lease());
            assertThat(hold.isHeld()).isTrue();
            assertThat(client.admin().find(definition.name()).orElseThrow().renewals())
                    .isEqualTo(1);
        }
    }

    @Promise
    default void automaticRenewalKeepsAShortLeaseAsLongAsTheHoldIsOpen(ClientFixture bench) {
        LockDefinition definition = LockDefinition.of(bench.name("kept-alive")).withLease(Duration.ofSeconds(3));
        Rowlock other = bench.client();
        long start = System.nanoTime();

        try (Hold hold = bench.client().lock(definition).acquire()) {
            bench.await().until(() -> {
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

    private static LockDefinition unrenewed(ClientFixture bench) {
        return LockDefinition.of(bench.name("unrenewed"))
                .withLease(LockDefinition.MIN_LEASE)
                .withRenewal(false);
    }
}
