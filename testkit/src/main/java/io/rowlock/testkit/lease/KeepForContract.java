package io.rowlock.testkit.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockStatus;
import io.rowlock.Revocation;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.ClientContract;
import io.rowlock.testkit.fixture.ClientFixture;
import io.rowlock.testkit.fixture.Promise;
import java.time.Duration;

/** A lock with a keep-for stays taken at least that long after it was acquired; a revoke ends it. */
public interface KeepForContract extends ClientContract {

    @Promise
    default void aLockReleasedEarlyStaysTakenUntilItsTimeIsOver(ClientFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("nightly")).withKeepFor(Duration.ofMillis(1_500));
        Rowlock client = fixture.client();
        long before = System.nanoTime();
        Hold first = client.lock(definition).acquire();
        first.close();

        assertThat(first.isHeld()).isFalse();
        try (Hold next =
                fixture.client().lock(definition.withKeepFor(Duration.ZERO)).acquire(Duration.ofSeconds(30))) {
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(definition.keepFor());
            assertThat(next.token()).isGreaterThan(first.token());
        }
    }

    @Promise
    default void closingTheClientKeepsWhatIsToBeKept(ClientFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("nightly")).withKeepFor(Duration.ofMinutes(10));
        Rowlock client = fixture.client();
        long token = client.lock(definition).acquire().token();
        client.close();

        Rowlock other = fixture.client();
        assertThat(other.lock(definition).tryAcquire()).isEmpty();
        assertThat(other.admin().find(definition.name()))
                .hasValueSatisfying(kept -> assertThat(kept.state()).isEqualTo(LockStatus.State.KEPT));
        assertThat(other.admin().revokeNow(definition.name(), token)).isInstanceOf(Revocation.Revoked.class);
        assertThat(other.lock(definition.withKeepFor(Duration.ZERO)).tryAcquire())
                .isPresent();
    }

    @Promise
    default void aRevokeEndsAKeepForAtOnce(ClientFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("nightly")).withKeepFor(Duration.ofMinutes(10));
        Rowlock client = fixture.client();
        Hold hold = client.lock(definition).acquire();
        hold.close();
        assertThat(client.lock(definition).tryAcquire()).isEmpty();

        assertThat(client.admin().revoke(definition.name(), hold.token())).isInstanceOf(Revocation.Revoked.class);

        assertThat(client.lock(definition.withKeepFor(Duration.ZERO)).tryAcquire())
                .isPresent();
    }

    @Promise
    default void aHoldKeptLongerThanItsKeepForIsFreeOnRelease(ClientFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("long-job")).withKeepFor(Duration.ofMillis(1));
        Rowlock client = fixture.client();
        client.lock(definition).acquire().close();

        try (Hold next = client.lock(definition).acquire(Duration.ofSeconds(30))) {
            assertThat(next.isHeld()).isTrue();
        }
    }

    /** A holder that died early does not shorten what others were promised. */
    @Promise
    default void anExpiredLockStaysTakenUntilItsTimeIsOver(ClientFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("died"))
                .withLease(Duration.ofSeconds(2))
                .withRenewal(false)
                .withKeepFor(Duration.ofMinutes(10));
        Rowlock client = fixture.client();
        Hold dead = client.lock(definition).acquire();
        fixture.await()
                .until(() ->
                        client.admin().find(definition.name()).orElseThrow().state() == LockStatus.State.KEPT);

        assertThat(dead.isHeld()).isFalse();
        assertThat(fixture.client().lock(definition).tryAcquire()).isEmpty();
        client.admin().revokeNow(definition.name(), dead.token());
    }
}
