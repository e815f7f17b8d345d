package io.rowlock.testkit.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockLostException;
import io.rowlock.LockStoreException;
import io.rowlock.Rowlock;
import io.rowlock.testkit.control.BreakableLink;
import io.rowlock.testkit.fixture.ClientContract;
import io.rowlock.testkit.fixture.ClientFixture;
import io.rowlock.testkit.fixture.Promise;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** {@code renew(lease)}: the database honours the hold for at least so long, and others wait for the grace of such a lease. */
public interface LongerRenewalContract extends ClientContract {

    Duration LONGER = Duration.ofMinutes(10);

    private static LockDefinition definition(ClientFixture fixture, String purpose) {
        return LockDefinition.of(fixture.name(purpose)).withLease(SessionContract.LEASE);
    }

    /** When others may take the lock, in microseconds after it was acquired. */
    private static long freeAfter(ClientFixture fixture, String name) {
        return fixture.rows().number(name, "expires_us")
                + fixture.rows().number(name, "grace_us")
                - fixture.rows().number(name, "acquired_us");
    }

    private static long leaseAndGrace(Duration lease) {
        LockDefinition such = LockDefinition.of("such").withLease(lease);
        return such.lease().plus(such.grace()).toNanos() / 1_000;
    }

    @Promise
    default void theHoldLastsAsOneWithThatLease(ClientFixture fixture) {
        LockDefinition definition = definition(fixture, "longer").withRenewal(false);
        try (Hold hold = fixture.client().lock(definition).acquire()) {
            hold.renew(LONGER);

            assertThat(hold.remaining()).isBetween(Duration.ofMinutes(9), LONGER);
            assertThat(freeAfter(fixture, definition.name())).isGreaterThanOrEqualTo(leaseAndGrace(LONGER));
            assertThat(fixture.rows().number(definition.name(), "lease_us")).isEqualTo(2_000_000);
            assertThat(hold.check()).isTrue();
        }
        assertThat(fixture.client().lock(definition).tryAcquire()).isPresent();
    }

    @Promise
    default void noLaterRenewalMovesTheExpiryBack(ClientFixture fixture) {
        LockDefinition definition = definition(fixture, "later").withRenewal(false);
        try (Hold hold = fixture.client().lock(definition).acquire()) {
            hold.renew(LONGER);
            long freeAfter = freeAfter(fixture, definition.name());

            hold.renew();
            hold.renew(LockDefinition.MIN_LEASE);

            assertThat(freeAfter(fixture, definition.name())).isEqualTo(freeAfter);
            assertThat(fixture.rows().number(definition.name(), "renewals")).isEqualTo(3);
            assertThat(hold.remaining()).isGreaterThan(Duration.ofMinutes(9));
        }
    }

    @Promise
    default void automaticRenewalGoesOnAndMovesNothingBack(ClientFixture fixture) {
        LockDefinition definition = definition(fixture, "renewed");
        try (Hold hold = fixture.client().lock(definition).acquire()) {
            hold.renew(LONGER);
            long freeAfter = freeAfter(fixture, definition.name());

            String session = SessionContract.awaitKept(fixture, List.of(hold));
            long beats = fixture.rows().sessionNumber(session, "renewals");
            fixture.await().until(() -> fixture.rows().sessionNumber(session, "renewals") >= beats + 3);

            assertThat(freeAfter(fixture, definition.name())).isEqualTo(freeAfter);
            assertThat(hold.remaining()).isGreaterThan(Duration.ofMinutes(9));
            assertThat(hold.check()).isTrue();
        }
        assertThat(fixture.client().lock(definition).tryAcquire()).isPresent();
    }

    /** L1, L3: its session ends after its own lease, and the longer time of the hold counts all the same. */
    @Promise
    default void aHoldOfASessionIsHonouredForSoLongAlthoughItsProcessIsCutOff(ClientFixture fixture) {
        Duration longer = Duration.ofSeconds(7);
        BreakableLink unreliable = fixture.unreliable();
        AtomicBoolean told = new AtomicBoolean();
        Hold hold = fixture.clientOver(unreliable)
                .lock(definition(fixture, "cut-off"))
                .acquire();
        String name = hold.key().name();
        hold.onLost(() -> told.set(true));
        SessionContract.awaitKept(fixture, List.of(hold));
        hold.renew(longer);
        long free = fixture.rows().number(name, "acquired_us") + freeAfter(fixture, name);
        unreliable.fail();

        try (Hold next = fixture.client().lock(name).acquire(Duration.ofSeconds(40))) {
            assertThat(fixture.rows().number(name, "acquired_us")).isGreaterThanOrEqualTo(free);
            assertThat(told).as("told before the next grant").isTrue();
            assertThat(hold.isHeld()).isFalse();
            assertThat(next.token()).isGreaterThan(hold.token());
        }
    }

    @Promise
    default void aLeaseOutOfBoundsIsRejectedAndChangesNothing(ClientFixture fixture) {
        try (Hold hold = fixture.client().lock(fixture.name("bounds")).acquire()) {
            var row = fixture.rows().row(hold.key().name());
            for (Duration lease :
                    List.of(Duration.ofMillis(999), Duration.ofHours(24).plusMillis(1), Duration.ofSeconds(-1))) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> hold.renew(lease))
                        .withMessageContaining(hold.key().name())
                        .withMessageContaining("PT1S");
            }
            assertThat(fixture.rows().row(hold.key().name())).isEqualTo(row);
        }
    }

    @Promise
    default void aLostHoldIsNotRenewed(ClientFixture fixture) {
        String name = fixture.name("lost");
        Rowlock client = fixture.client();
        Hold stale = client.lock(name).acquire();
        client.admin().revokeNow(name, stale.token());

        try (Hold current = fixture.client().lock(name).acquire()) {
            var row = fixture.rows().row(name);
            assertThatExceptionOfType(LockLostException.class)
                    .isThrownBy(() -> stale.renew(LONGER))
                    .withMessageContaining(name);
            assertThat(stale.isHeld()).isFalse();
            assertThat(fixture.rows().row(name)).isEqualTo(row);
            assertThat(current.check()).isTrue();
        }
    }

    @Promise
    default void aRenewalThatCannotAskLeavesTheHoldAsItWas(ClientFixture fixture) {
        BreakableLink unreliable = fixture.unreliable();
        Rowlock client = fixture.clientOver(unreliable, settings -> settings.callTimeout(Duration.ofSeconds(1)));
        try (Hold hold = client.lock(fixture.name("unanswered")).acquire()) {
            unreliable.fail();
            assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> hold.renew(LONGER));
            assertThat(hold.isHeld()).isTrue();
            assertThat(hold.remaining()).isLessThan(LockDefinition.DEFAULT_LEASE);
            unreliable.heal();
        }
    }

    /** The usual lease of such a hold is over long before the network is repaired. */
    @Promise
    default void aReleaseIsRepeatedForAsLongAsTheLongerLeaseLasts(ClientFixture fixture) {
        BreakableLink unreliable = fixture.unreliable();
        LockDefinition definition = definition(fixture, "repeated").withRenewal(false);
        Hold hold = fixture.clientOver(unreliable, settings -> settings.callTimeout(Duration.ofSeconds(1)))
                .lock(definition)
                .acquire();
        hold.renew(LONGER);
        unreliable.fail();
        hold.close();
        LockDefinition asLong = definition(fixture, "as long").withRenewal(false);
        try (Hold unrenewed = fixture.client().lock(asLong).acquire();
                Hold next = fixture.client().lock(asLong).acquire(Duration.ofSeconds(40))) {
            assertThat(next.token()).isGreaterThan(unrenewed.token());
        }
        int failures = unreliable.failures();
        fixture.await().until(() -> unreliable.failures() > failures);

        unreliable.heal();

        try (Hold next = fixture.client().lock(definition).acquire(Duration.ofSeconds(40))) {
            assertThat(next.token()).isGreaterThan(hold.token());
        }
    }

    @Promise
    default void aTicketTakesTheLongerTimeAlong(ClientFixture fixture) {
        Rowlock client = fixture.client();
        Hold hold = client.lock(definition(fixture, "ticket")).acquire();
        SessionContract.awaitKept(fixture, List.of(hold));
        hold.renew(LONGER);
        long freeAfter = freeAfter(fixture, hold.key().name());

        var ticket = hold.detach();

        assertThat(freeAfter(fixture, hold.key().name())).isEqualTo(freeAfter);
        assertThat(client.resume(ticket).release()).isTrue();
    }
}
