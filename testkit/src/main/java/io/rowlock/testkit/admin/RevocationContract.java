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
    default void aRevokedHoldIsRefusedItsRenewalAndToldBeforeAnyoneElseGetsTheLock(ClientFixture bench) {
        LockDefinition definition = LockDefinition.of(bench.name("revoked")).withLease(Duration.ofSeconds(3));
        CompletableFuture<Long> told = new CompletableFuture<>();
        Hold hold = bench.client().lock(definition).acquire();
        hold.onLost(() -> told.complete(System.nanoTime()));
        Rowlock operator = bench.client();

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
    default void aRevokedHoldCannotBeRenewedByHandEither(ClientFixture bench) {
        LockDefinition definition = LockDefinition.of(bench.name("revoked")).withRenewal(false);
        Rowlock client = bench.client();
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
    default void aLockRevokedNowIsFreeAtOnceAndItsHolderLearnsOfItAtItsNextRenewal(ClientFixture bench) {
        LockDefinition definition = LockDefinition.of(bench.name("freed")).withLease(Duration.ofSeconds(3));
        CompletableFuture<Boolean> told = new CompletableFuture<>();
        Hold hold = bench.client().lock(definition).acquire();
        hold.onLost(() -> told.complete(true));
        Rowlock operator = bench.client();

        assertThat(operator.admin().revokeNow(definition.name(), hold.token())).isInstanceOf(Revocation.Revoked.class);

        try (Hold next = operator.lock(definition).tryAcquire().orElseThrow()) {
            assertThat(next.token()).isGreaterThan(hold.token());
            assertThat(told).succeedsWithin(30, TimeUnit.SECONDS);
            assertThat(hold.isHeld()).isFalse();
            assertThat(next.check()).isTrue();
        }
    }

    @Promise
    default void onlyTheHoldThatIsMeantIsRevoked(ClientFixture bench) {
        String name = bench.name("meant");
        Rowlock client = bench.client();
        Hold earlier = client.lock(name).acquire();
        earlier.close();

        try (Hold current = client.lock(name).acquire()) {
            var row = bench.rows().row(name);
            for (long wrong : new long[] {earlier.token(), current.token() + 1, 0}) {
                assertThat(client.admin().revoke(name, wrong)).isEqualTo(Revocation.notHeld());
                assertThat(client.admin().revokeNow(name, wrong)).isEqualTo(Revocation.notHeld());
            }
            assertThat(bench.rows().row(name)).isEqualTo(row);
            assertThat(current.check()).isTrue();
        }
    }

    @Promise
    default void aLockThatIsFreeOrUnknownCannotBeRevoked(ClientFixture bench) {
        String name = bench.name("free");
        Rowlock client = bench.client();
        assertThat(client.admin().revoke(name, 1)).isEqualTo(Revocation.notHeld());
        Hold released = client.lock(name).acquire();
        released.close();

        assertThat(client.admin().revoke(name, released.token())).isEqualTo(Revocation.notHeld());
        assertThat(client.admin().revokeNow(name, released.token())).isEqualTo(Revocation.notHeld());
        assertThat(client.lock(name).tryAcquire()).isPresent();
    }

    /** Neither waits, nor guesses. */
    @Promise
    default void aRowThatATransactionHasLockedIsReportedAsSuch(ClientFixture bench) {
        String name = bench.name("locked");
        Rowlock client = bench.client();
        try (Hold hold = client.lock(name).acquire()) {
            try (RowLock open = bench.rows().lockRow(name)) {
                assertThat(open.isOpen()).isTrue();
                assertThat(client.admin().revokeNow(name, hold.token())).isEqualTo(Revocation.rowLocked());
            }
            assertThat(hold.check()).isTrue();
        }
    }
}
