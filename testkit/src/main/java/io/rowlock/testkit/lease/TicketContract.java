package io.rowlock.testkit.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockLostException;
import io.rowlock.LockStatus;
import io.rowlock.LockTicket;
import io.rowlock.ResumedHold;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.ClientContract;
import io.rowlock.testkit.fixture.ClientFixture;
import io.rowlock.testkit.fixture.Promise;
import java.time.Duration;
import java.time.Instant;

/** A hold that was detached travels as a ticket: its bearer can check, extend and release the lock, nobody else can. */
public interface TicketContract extends ClientContract {

    @Promise
    default void aDetachedLockOutlivesItsClientAndIsReleasedElsewhere(ClientFixture fixture) {
        String name = fixture.name("form");
        LockTicket ticket;
        try (Rowlock origin = fixture.client()) {
            Hold hold = origin.lock(name).acquire();
            ticket = hold.detach();
            hold.close();
        }
        Rowlock elsewhere = fixture.client();
        assertThat(elsewhere.lock(name).tryAcquire()).isEmpty();

        ResumedHold resumed = elsewhere.resume(LockTicket.parse(ticket.encoded()));
        assertThat(resumed.ticket()).isEqualTo(ticket);
        assertThat(resumed.check()).isTrue();
        assertThat(resumed.release()).isTrue();

        assertThat(resumed.check()).isFalse();
        assertThat(elsewhere.lock(name).tryAcquire()).isPresent();
    }

    /** So that a bearer who did not hear the answer can ask again. */
    @Promise
    default void aReleaseMayBeRepeatedAndTouchesNobodyElse(ClientFixture fixture) {
        String name = fixture.name("form");
        Rowlock client = fixture.client();
        ResumedHold resumed = client.resume(client.lock(name).acquire().detach());

        assertThat(resumed.release()).isTrue();
        assertThat(resumed.release()).isTrue();

        try (Hold next = client.lock(name).acquire()) {
            resumed.release();
            assertThat(next.check()).isTrue();
        }
        assertThat(resumed.release()).isFalse();
    }

    @Promise
    default void extendHasTheDatabaseHonourTheLockAtLeastSoLongFromNowOn(ClientFixture fixture) {
        String name = fixture.name("form");
        Rowlock client = fixture.client();
        LockTicket ticket = client.lock(name).acquire().detach();
        Instant before = until(client, name);
        long renewals = fixture.rows().number(name, "renewals");

        ResumedHold resumed = fixture.client().resume(ticket);
        resumed.extend(Duration.ofMinutes(5));

        assertThat(until(client, name)).isAfter(before.plus(Duration.ofMinutes(4)));
        Instant longer = until(client, name);
        long grace = fixture.rows().number(name, "grace_us");
        resumed.extend(Duration.ofSeconds(30));
        assertThat(until(client, name)).isEqualTo(longer);
        assertThat(fixture.rows().number(name, "grace_us")).isEqualTo(grace);
        assertThat(fixture.rows().number(name, "renewals") - renewals).isEqualTo(2);
        assertThat(resumed.check()).isTrue();
        assertThat(resumed.ticket().token()).isEqualTo(ticket.token());
        assertThat(resumed.release()).isTrue();
    }

    @Promise
    default void aTicketIsNotExclusiveAmongItsBearers(ClientFixture fixture) {
        LockTicket ticket =
                fixture.client().lock(fixture.name("shared")).acquire().detach();
        ResumedHold here = fixture.client().resume(ticket);
        ResumedHold there = fixture.client().resume(ticket);

        assertThat(here.check()).isTrue();
        there.extend(Duration.ofSeconds(30));
        assertThat(there.release()).isTrue();
        assertThat(here.check()).isFalse();
        assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> here.extend(Duration.ofSeconds(30)));
    }

    @Promise
    default void aTicketWithTheWrongSecretIsPowerless(ClientFixture fixture) {
        String name = fixture.name("guarded");
        Rowlock client = fixture.client();
        LockTicket ticket = client.lock(name).acquire().detach();
        var row = fixture.rows().row(name);

        LockTicket guessed = LockTicket.of(ticket.key(), ticket.token(), "0123456789abcdef0123456789abcdef");
        ResumedHold resumed = client.resume(guessed);
        assertThat(resumed.check()).isFalse();
        assertThatExceptionOfType(LockLostException.class)
                .isThrownBy(() -> resumed.extend(Duration.ofMinutes(1)))
                .withMessageContaining(name);
        assertThat(resumed.release()).isFalse();

        assertThat(fixture.rows().row(name)).isEqualTo(row);
        assertThat(client.resume(ticket).release()).isTrue();
    }

    @Promise
    default void anExpiredTicketIsLostAndCannotTouchTheNextHolder(ClientFixture fixture) {
        LockDefinition definition = LockDefinition.of(fixture.name("forgotten")).withLease(LockDefinition.MIN_LEASE);
        Rowlock client = fixture.client();
        ResumedHold expired = client.resume(client.lock(definition).acquire().detach());

        try (Hold next = fixture.client()
                .lock(definition.withLease(LockDefinition.DEFAULT_LEASE))
                .acquire(Duration.ofSeconds(30))) {
            assertThat(expired.check()).isFalse();
            assertThatExceptionOfType(LockLostException.class)
                    .isThrownBy(() -> expired.extend(Duration.ofMinutes(1)))
                    .withMessageContaining(String.valueOf(expired.ticket().token()));
            assertThat(expired.release()).isFalse();
            assertThat(next.check()).isTrue();
        }
    }

    @Promise
    default void anExtensionOutsideTheBoundsOfALeaseIsRejected(ClientFixture fixture) {
        LockTicket ticket =
                fixture.client().lock(fixture.name("bounded")).acquire().detach();
        ResumedHold resumed = fixture.client().resume(ticket);

        for (Duration lease : new Duration[] {Duration.ofMillis(999), Duration.ofHours(25), Duration.ofSeconds(-1)}) {
            assertThatIllegalArgumentException().isThrownBy(() -> resumed.extend(lease));
        }
        assertThat(resumed.release()).isTrue();
    }

    @Promise
    default void aTicketReadsBackAsItWasWrittenAndHidesItsSecretFromPeople(ClientFixture fixture) {
        String name = fixture.name("K\u00e4se \ud83d\ude00.-_");
        LockTicket ticket = fixture.client().lock(name).acquire().detach();

        assertThat(LockTicket.parse(ticket.encoded())).isEqualTo(ticket);
        assertThat(ticket.encoded()).matches("[A-Za-z0-9._-]+");
        assertThat(ticket.toString()).doesNotContain(ticket.requestId()).contains(String.valueOf(ticket.token()));
        for (String broken : new String[] {
            "", "rl1", ticket.encoded() + "=", ticket.encoded().substring(1), "rl2.0.1.x.y"
        }) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> LockTicket.parse(broken))
                    .withMessageNotContaining(ticket.requestId());
        }
        assertThat(fixture.client().resume(ticket).release()).isTrue();
    }

    private static Instant until(Rowlock client, String name) {
        return client.admin().find(name).map(LockStatus::until).orElseThrow();
    }
}
