package io.rowlock.testkit.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockStoreException;
import io.rowlock.testkit.control.BreakableLink;
import io.rowlock.testkit.control.StoredLocks.RowLock;
import io.rowlock.testkit.fixture.ClientContract;
import io.rowlock.testkit.fixture.ClientFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.lease.SessionContract;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** {@code release(keepFor)} of a hold that is over, or whose first statement does not get through. */
public interface KeptReleaseContract extends ClientContract {

    /** The holder no longer believes in it, and the database honours it for a moment more. */
    @Promise
    default void aHoldThatIsOverKeepsNothing(ClientFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("over"))
                .withLease(SessionContract.LEASE)
                .withRenewal(false);
        Hold hold = fixture.client().lock(definition).acquire();
        fixture.await().until(() -> !hold.isHeld());

        assertThat(hold.release(Duration.ofMinutes(10))).isFalse();

        try (Hold next = fixture.client().lock(definition).acquire(Duration.ofSeconds(40))) {
            assertThat(next.token()).isGreaterThan(hold.token());
        }
    }

    /** The row is locked, then the network breaks, and before it is repaired an operator frees the lock, and another has it. */
    @Promise
    default void aReleaseThatCameTooLateToKeepTheLockIsNotConfirmed(ClientFixture fixture) {
        BreakableLink unreliable = fixture.unreliable();
        String name = fixture.name("late");
        Hold hold = fixture.clientOver(unreliable, settings -> settings.callTimeout(Duration.ofMinutes(1)))
                .lock(name)
                .acquire();
        CompletableFuture<Boolean> released;
        try (RowLock open = fixture.rows().lockRow(name)) {
            released = fixture.crew().async(() -> hold.release(Duration.ofMinutes(10)));
            fixture.await().until(() -> !hold.isHeld());
            unreliable.fail();
            assertThat(open.isOpen()).isTrue();
        }
        fixture.client().admin().revokeNow(name, hold.token());
        fixture.client().lock(name).acquire().close();
        try (Hold next = fixture.client().lock(name).acquire()) {
            unreliable.heal();

            assertThat(released)
                    .failsWithin(30, TimeUnit.SECONDS)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(LockStoreException.class)
                    .withMessageContaining(name)
                    .withMessageContaining(String.valueOf(hold.token()))
                    .withMessageContaining("nobody can tell whether it was kept for PT10M");
            assertThat(next.check()).isTrue();
        }
        assertThat(fixture.client().lock(name).tryAcquire()).isPresent();
    }
}
