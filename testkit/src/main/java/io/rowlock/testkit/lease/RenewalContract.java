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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** L2: two failed renewals are survived. One heartbeat renews all holds of a process, and outlives every error. */
public interface RenewalContract extends ClientContract {

    @Promise
    default void oneStatementRenewsAllHoldsThatAreDue(ClientFixture bench) {
        AtomicInteger renewed = new AtomicInteger();
        Rowlock client = bench.client(settings ->
                settings.listener(event -> renewed.addAndGet(event instanceof LockEvent.Renewed ? 1 : 0)));
        String name = bench.name("many");
        List<Hold> holds = IntStream.range(0, 50)
                .mapToObj(number -> client.lock(LockDefinition.of(name + number).withLease(Duration.ofSeconds(3)))
                        .acquire())
                .toList();

        bench.await().until(() -> renewed.get() >= holds.size());

        assertThat(holds).allMatch(Hold::isHeld);
        assertThat(bench.renewals()).as("statements for fifty renewals").isLessThan(25);
        client.close();
    }

    @Promise
    default void twoFailedRenewalsAreSurvived(ClientFixture bench) {
        LockDefinition definition = LockDefinition.of(bench.name("shaken")).withLease(Duration.ofSeconds(3));
        BreakableLink unreliable = bench.unreliable();
        Rowlock onlooker = bench.client();
        AtomicBoolean lost = new AtomicBoolean();

        try (Hold hold = bench.clientOver(unreliable).lock(definition).acquire()) {
            hold.onLost(() -> lost.set(true));
            unreliable.failTimes(2);
            bench.await().until(() -> unreliable.failures() == 2);
            bench.await()
                    .until(() -> onlooker.admin()
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
    default void renewalGoesOnForNewHoldsAfterALongOutage(ClientFixture bench) {
        LockDefinition definition = LockDefinition.of(bench.name("outage")).withLease(Duration.ofSeconds(2));
        BreakableLink unreliable = bench.unreliable();
        Rowlock client = bench.clientOver(unreliable);
        Hold lost = client.lock(definition).acquire();
        unreliable.fail();
        bench.await().until(() -> !lost.isHeld());
        unreliable.heal();

        try (Hold next = bench.await()
                .ignoreExceptionsInstanceOf(LockStoreException.class)
                .until(() -> client.lock(definition).acquire(Duration.ofSeconds(30)), Hold::isHeld)) {
            bench.await()
                    .until(() ->
                            client.admin().find(definition.name()).orElseThrow().renewals() >= 2);
            assertThat(next.isHeld()).isTrue();
        }
    }

    @Promise
    default void aRenewalThatCannotAskIsAnErrorAndNotALoss(ClientFixture bench) {
        LockDefinition definition = LockDefinition.of(bench.name("unanswered")).withRenewal(false);
        BreakableLink unreliable = bench.unreliable();
        Rowlock client = bench.clientOver(unreliable, settings -> settings.callTimeout(Duration.ofSeconds(2)));
        AtomicBoolean lost = new AtomicBoolean();

        try (Hold hold = client.lock(definition).acquire()) {
            hold.onLost(() -> lost.set(true));
            unreliable.fail();
            assertThatExceptionOfType(LockStoreException.class).isThrownBy(hold::renew);
            assertThatExceptionOfType(LockStoreException.class).isThrownBy(hold::check);
            assertThat(hold.isHeld()).isTrue();

            unreliable.heal();
            bench.await().ignoreExceptionsInstanceOf(LockStoreException.class).until(hold::check);
            hold.renew();
            assertThat(hold.isHeld()).isTrue();
            assertThat(lost).isFalse();
        }
    }

    @Promise
    default void aHoldWithoutAutomaticRenewalIsNeverRenewed(ClientFixture bench) {
        String name = bench.name("plain");
        Rowlock client = bench.client();
        LockDefinition plain =
                LockDefinition.of(name).withLease(Duration.ofSeconds(2)).withRenewal(false);
        LockDefinition beside = LockDefinition.of(name + "-beside").withLease(Duration.ofSeconds(4));

        Hold unrenewed = client.lock(plain).acquire();
        try (Hold renewed = client.lock(beside).acquire()) {
            bench.await().until(() -> !unrenewed.isHeld());
            assertThat(renewed.isHeld()).isTrue();
            assertThat(client.admin().find(name).orElseThrow().renewals()).isZero();
        }
    }

    /** As it is when the database executes an older renewal after a newer one. */
    @Promise
    default void aRenewalDoesNotMoveAnExpiryBack(ClientFixture bench) {
        String name = bench.name("later");
        Rowlock client = bench.client();
        try (Hold one = client.lock(LockDefinition.of(name + 1).withRenewal(false))
                        .acquire();
                Hold other = client.lock(LockDefinition.of(name + 2).withRenewal(false))
                        .acquire()) {
            for (Hold hold : List.of(one, other)) {
                bench.rows().postponeExpiry(hold.key().name(), Duration.ofSeconds(5));
            }
            long expiry = bench.rows().number(name + 1, "expires_us");
            one.renew();
            assertThat(bench.rows().number(name + 1, "expires_us")).isEqualTo(expiry);
            assertThat(bench.rows().number(name + 1, "renewals")).isOne();
            assertThat(one.isHeld()).isTrue();
            assertThat(other.check()).isTrue();
        }
    }
}
