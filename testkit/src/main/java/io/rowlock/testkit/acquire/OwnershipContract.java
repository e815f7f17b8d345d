package io.rowlock.testkit.acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockLostException;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.ClientContract;
import io.rowlock.testkit.fixture.ClientFixture;
import io.rowlock.testkit.fixture.Promise;
import java.time.Duration;

/**
 * S6: renew and release touch only their own grant. S7: lost and released are final.
 *
 * <p>A hold that was revoked "now" believes in itself until it next asks, so its calls reach the database: that is how a
 * stale holder is made here without a pause.
 */
public interface OwnershipContract extends ClientContract {

    @Promise
    default void closingAStaleHoldLeavesTheNewGrantAlone(ClientFixture fixture) {
        String name = fixture.name("taken-over");
        Hold stale = revokedButBelieving(fixture, name);

        try (Hold current = fixture.client().lock(name).acquire()) {
            var row = fixture.rows().row(name);
            stale.close();

            assertThat(fixture.rows().row(name)).isEqualTo(row);
            assertThat(current.check()).isTrue();
            assertThat(fixture.client().lock(name).tryAcquire()).isEmpty();
        }
    }

    @Promise
    default void renewingAStaleHoldFailsAndLeavesTheNewGrantAlone(ClientFixture fixture) {
        String name = fixture.name("taken-over");
        Hold stale = revokedButBelieving(fixture, name);

        try (Hold current = fixture.client().lock(name).acquire()) {
            var row = fixture.rows().row(name);
            assertThatExceptionOfType(LockLostException.class)
                    .isThrownBy(stale::renew)
                    .withMessageContaining(name)
                    .withMessageContaining(String.valueOf(stale.token()));

            assertThat(stale.isHeld()).isFalse();
            assertThat(stale.remaining()).isZero();
            assertThat(fixture.rows().row(name)).isEqualTo(row);
            assertThat(current.check()).isTrue();
        }
    }

    @Promise
    default void anExpiredHoldCannotTouchItsSuccessor(ClientFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("abandoned"))
                .withLease(LockDefinition.MIN_LEASE)
                .withRenewal(false);
        Hold expired = fixture.client().lock(definition).acquire();

        try (Hold successor = fixture.client()
                .lock(definition.withLease(LockDefinition.DEFAULT_LEASE))
                .acquire(Duration.ofSeconds(30))) {
            var row = fixture.rows().row(definition.name());
            assertThatExceptionOfType(LockLostException.class).isThrownBy(expired::renew);
            assertThat(expired.check()).isFalse();
            expired.close();

            assertThat(fixture.rows().row(definition.name())).isEqualTo(row);
            assertThat(successor.isHeld()).isTrue();
        }
    }

    @Promise
    default void aClosedHoldStaysClosed(ClientFixture fixture) {
        DistributedLock lock = fixture.client().lock(fixture.name("done"));
        Hold closed = lock.acquire();
        closed.close();

        assertThat(closed.isHeld()).isFalse();
        assertThat(closed.remaining()).isZero();
        assertThat(closed.check()).isFalse();
        assertThatExceptionOfType(LockLostException.class)
                .isThrownBy(closed::renew)
                .withMessageContaining("was closed");
        assertThatExceptionOfType(LockLostException.class)
                .isThrownBy(closed::detach)
                .withMessageContaining("was closed");

        try (Hold next = lock.acquire()) {
            assertThat(closed.isHeld()).isFalse();
            closed.close();
            assertThat(next.check()).isTrue();
        }
    }

    /** Its deadline passed, so it is lost finally, though the row would still match and be honoured. */
    @Promise
    default void aLostHoldStaysLostEvenIfItsRowStillMatches(ClientFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("lost"))
                .withLease(LockDefinition.MIN_LEASE)
                .withRenewal(false);
        Rowlock client = fixture.client();
        Hold lost = client.lock(definition).acquire();
        fixture.await().until(() -> !lost.isHeld());
        fixture.rows().postponeExpiry(definition.name(), Duration.ofSeconds(20));

        assertThatExceptionOfType(LockLostException.class).isThrownBy(lost::renew);
        assertThatExceptionOfType(LockLostException.class).isThrownBy(lost::detach);
        assertThat(lost.isHeld()).isFalse();
        assertThat(lost.remaining()).isZero();

        client.admin().revokeNow(definition.name(), lost.token());
    }

    @Promise
    default void aDetachedHoldIsNoLongerHeldHere(ClientFixture fixture) {
        Rowlock client = fixture.client();
        Hold hold = client.lock(fixture.name("handed-on")).acquire();
        var ticket = hold.detach();

        assertThat(hold.isHeld()).isFalse();
        assertThat(hold.remaining()).isZero();
        assertThatExceptionOfType(LockLostException.class).isThrownBy(hold::renew);
        assertThatExceptionOfType(LockLostException.class).isThrownBy(hold::detach);
        hold.close();

        assertThat(client.resume(ticket).release()).isTrue();
    }

    private static Hold revokedButBelieving(ClientFixture fixture, String name) {
        Rowlock client = fixture.client();
        Hold stale = client.lock(name).acquire();
        client.admin().revokeNow(name, stale.token());
        return stale;
    }
}
