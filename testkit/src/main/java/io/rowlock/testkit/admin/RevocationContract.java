package io.rowlock.testkit.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockLostException;
import io.rowlock.LockStatus.State;
import io.rowlock.Revocation;
import io.rowlock.Rowlock;
import io.rowlock.testkit.control.StoredLocks.RowLock;
import io.rowlock.testkit.fixture.ClientContract;
import io.rowlock.testkit.fixture.ClientFixture;
import io.rowlock.testkit.fixture.Promise;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** An operator ends a hold: at its expiry, which gives up no promise, or now, which does. */
public interface RevocationContract extends ClientContract {

    @Promise
    default void theRenewalOfARevokedHoldIsRejectedAndItLearnsSoBeforeAnyoneElseGetsTheLock(ClientFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("revoked")).withLease(Duration.ofSeconds(3));
        CompletableFuture<Long> told = new CompletableFuture<>();
        Hold hold = fixture.client().lock(definition).acquire();
        hold.onLost(() -> told.complete(System.nanoTime()));
        Rowlock operator = fixture.client();

        Revocation revocation = operator.admin().revoke(definition.name(), hold.token());

        assertThat(revocation).isInstanceOf(Revocation.Revoked.class);
        assertThat(operator.lock(definition).tryAcquire()).isEmpty();
        assertThat(operator.admin().find(definition.name()).orElseThrow().state())
                .isEqualTo(State.REVOKED);
        try (Hold next = operator.lock(definition).acquire(Duration.ofSeconds(30))) {
            long granted = System.nanoTime();
            assertThat(told).as("told before the next grant").isCompleted();
            assertThat(told.join()).isLessThan(granted);
            assertThat(hold.isHeld()).isFalse();
            Instant since =
                    operator.admin().find(definition.name()).orElseThrow().since();
            assertThat(since).isAfterOrEqualTo(((Revocation.Revoked) revocation).freeAt());
            assertThat(next.token()).isGreaterThan(hold.token());
        }
    }

    @Promise
    default void aRevokedHoldCannotBeRenewedByHandEither(ClientFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("revoked")).withRenewal(false);
        Rowlock client = fixture.client();
        Hold hold = client.lock(definition).acquire();
        assertThat(client.admin().revoke(definition.name(), hold.token())).isInstanceOf(Revocation.Revoked.class);

        assertThatExceptionOfType(LockLostException.class).isThrownBy(hold::renew);

        assertThat(hold.isHeld()).isFalse();
        assertThat(client.lock(definition).tryAcquire())
                .as("free only at its expiry")
                .isEmpty();
        assertThat(client.admin().revokeNow(definition.name(), hold.token())).isNotNull();
    }

    @Promise
    default void aLockRevokedNowIsFreeAtOnceAndItsHolderLearnsOfItAtItsNextRenewal(ClientFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("freed")).withLease(Duration.ofSeconds(3));
        CompletableFuture<Boolean> told = new CompletableFuture<>();
        Hold hold = fixture.client().lock(definition).acquire();
        hold.onLost(() -> told.complete(true));
        Rowlock operator = fixture.client();

        assertThat(operator.admin().revokeNow(definition.name(), hold.token())).isInstanceOf(Revocation.Revoked.class);

        try (Hold next = operator.lock(definition).tryAcquire().orElseThrow()) {
            assertThat(next.token()).isGreaterThan(hold.token());
            assertThat(told).succeedsWithin(30, TimeUnit.SECONDS);
            assertThat(hold.isHeld()).isFalse();
            assertThat(next.check()).isTrue();
        }
    }

    @Promise
    default void onlyTheHoldThatIsMeantIsRevoked(ClientFixture fixture) {
        String name = fixture.name("meant");
        Rowlock client = fixture.client();
        Hold earlier = client.lock(name).acquire();
        earlier.close();

        try (Hold current = client.lock(name).acquire()) {
            var row = fixture.rows().row(name);
            for (long wrong : new long[] {earlier.token(), current.token() + 1, 0}) {
                assertThat(client.admin().revoke(name, wrong)).isEqualTo(Revocation.notHeld());
                assertThat(client.admin().revokeNow(name, wrong)).isEqualTo(Revocation.notHeld());
            }
            assertThat(fixture.rows().row(name)).isEqualTo(row);
            assertThat(current.check()).isTrue();
        }
    }

    @Promise
    default void aLockThatIsFreeOrUnknownCannotBeRevoked(ClientFixture fixture) {
        String name = fixture.name("free");
        Rowlock client = fixture.client();
        assertThat(client.admin().revoke(name, 1)).isEqualTo(Revocation.notHeld());
        Hold released = client.lock(name).acquire();
        released.close();

        assertThat(client.admin().revoke(name, released.token())).isEqualTo(Revocation.notHeld());
        assertThat(client.admin().revokeNow(name, released.token())).isEqualTo(Revocation.notHeld());
        assertThat(client.lock(name).tryAcquire()).isPresent();
    }

    /** Neither waits, nor guesses. */
    @Promise
    default void aRowThatATransactionHasLockedIsReportedAsSuch(ClientFixture fixture) {
        String name = fixture.name("locked");
        Rowlock client = fixture.client();
        try (Hold hold = client.lock(name).acquire()) {
            try (RowLock open = fixture.rows().lockRow(name)) {
                assertThat(open.isOpen()).isTrue();
                assertThat(client.admin().revokeNow(name, hold.token())).isEqualTo(Revocation.rowLocked());
            }
            assertThat(hold.check()).isTrue();
        }
    }
}
