package io.rowlock.testkit.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockEvent;
import io.rowlock.LockStoreException;
import io.rowlock.Rowlock;
import io.rowlock.testkit.control.BreakableLink;
import io.rowlock.testkit.fixture.ClientContract;
import io.rowlock.testkit.fixture.ClientFixture;
import io.rowlock.testkit.fixture.Promise;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** L2: two failed renewals are survived. One heartbeat renews all holds of a process, and outlives every error. */
public interface RenewalContract extends ClientContract {

    @Promise
    default void oneStatementRenewsAllHoldsThatAreDue(ClientFixture fixture) {
        AtomicInteger renewed = new AtomicInteger();
        Rowlock client = fixture.client(settings ->
                settings.listener(event -> renewed.addAndGet(event instanceof LockEvent.Renewed ? 1 : 0)));
        String name = fixture.name("many");
        // All at once, so that they are due at about the same time, however slow the machine is.
        List<CompletableFuture<Hold>> acquired = IntStream.range(0, 50)
                .mapToObj(number -> client.lock(LockDefinition.of(name + number).withLease(Duration.ofSeconds(3)))
                        .acquireAsync()
                        .toCompletableFuture())
                .toList();
        List<Hold> holds = acquired.stream().map(CompletableFuture::join).toList();

        fixture.await().until(() -> renewed.get() >= holds.size());

        assertThat(holds).allMatch(Hold::isHeld);
        assertThat(fixture.renewals()).as("statements for fifty renewals").isLessThan(25);
        client.close();
    }

    @Promise
    default void twoFailedRenewalsAreSurvived(ClientFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("shaken")).withLease(Duration.ofSeconds(3));
        BreakableLink unreliable = fixture.unreliable();
        Rowlock observer = fixture.client();
        AtomicBoolean lost = new AtomicBoolean();

        try (Hold hold = fixture.clientOver(unreliable).lock(definition).acquire()) {
            hold.onLost(() -> lost.set(true));
            unreliable.failTimes(2);
            fixture.await().until(() -> unreliable.failures() == 2);
            fixture.await()
                    .until(() -> observer.admin()
                                    .find(definition.name())
                                    .orElseThrow()
                                    .renewals()
                            >= 2);

            assertThat(hold.isHeld()).isTrue();
            assertThat(hold.check()).isTrue();
            assertThat(lost).isFalse();
        }
    }

    @Promise
    default void renewalGoesOnForNewHoldsAfterALongOutage(ClientFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("outage")).withLease(Duration.ofSeconds(2));
        BreakableLink unreliable = fixture.unreliable();
        Rowlock client = fixture.clientOver(unreliable);
        Hold lost = client.lock(definition).acquire();
        unreliable.fail();
        fixture.await().until(() -> !lost.isHeld());
        unreliable.heal();

        try (Hold next = fixture.await()
                .ignoreExceptionsInstanceOf(LockStoreException.class)
                .until(() -> client.lock(definition).acquire(Duration.ofSeconds(30)), Hold::isHeld)) {
            fixture.await()
                    .until(() ->
                            client.admin().find(definition.name()).orElseThrow().renewals() >= 2);
            assertThat(next.isHeld()).isTrue();
        }
    }

    @Promise
    default void aRenewalThatCannotAskIsAnErrorAndNotALoss(ClientFixture fixture) {
        LockDefinition definition =
                LockDefinition.of(fixture.name("unanswered")).withRenewal(false);
        BreakableLink unreliable = fixture.unreliable();
        Rowlock client = fixture.clientOver(unreliable, settings -> settings.callTimeout(Duration.ofSeconds(2)));
        AtomicBoolean lost = new AtomicBoolean();

        try (Hold hold = client.lock(definition).acquire()) {
            hold.onLost(() -> lost.set(true));
            unreliable.fail();
            assertThatExceptionOfType(LockStoreException.class).isThrownBy(hold::renew);
            assertThatExceptionOfType(LockStoreException.class).isThrownBy(hold::check);
            assertThat(hold.isHeld()).isTrue();

            unreliable.heal();
            fixture.await().ignoreExceptionsInstanceOf(LockStoreException.class).until(hold::check);
            hold.renew();
            assertThat(hold.isHeld()).isTrue();
            assertThat(lost).isFalse();
        }
    }

    @Promise
    default void aHoldWithoutAutomaticRenewalIsNeverRenewed(ClientFixture fixture) {
        String name = fixture.name("plain");
        Rowlock client = fixture.client();
        LockDefinition plain =
                LockDefinition.of(name).withLease(Duration.ofSeconds(2)).withRenewal(false);
        LockDefinition beside = LockDefinition.of(name + "-beside").withLease(Duration.ofSeconds(4));

        Hold unrenewed = client.lock(plain).acquire();
        try (Hold renewed = client.lock(beside).acquire()) {
            fixture.await().until(() -> !unrenewed.isHeld());
            assertThat(renewed.isHeld()).isTrue();
            assertThat(client.admin().find(name).orElseThrow().renewals()).isZero();
        }
    }

    /** As it is when the database executes an older renewal after a newer one. */
    @Promise
    default void aRenewalDoesNotMoveAnExpiryBack(ClientFixture fixture) {
        String name = fixture.name("later");
        Rowlock client = fixture.client();
        try (Hold one = client.lock(LockDefinition.of(name + 1).withRenewal(false))
                        .acquire();
                Hold other = client.lock(LockDefinition.of(name + 2).withRenewal(false))
                        .acquire()) {
            for (Hold hold : List.of(one, other)) {
                fixture.rows().postponeExpiry(hold.key().name(), Duration.ofSeconds(5));
            }
            long expiry = fixture.rows().number(name + 1, "expires_us");
            one.renew();
            assertThat(fixture.rows().number(name + 1, "expires_us")).isEqualTo(expiry);
            assertThat(fixture.rows().number(name + 1, "renewals")).isOne();
            assertThat(one.isHeld()).isTrue();
            assertThat(other.check()).isTrue();
        }
    }
}
