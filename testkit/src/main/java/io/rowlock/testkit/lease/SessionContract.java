package io.rowlock.testkit.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockTicket;
import io.rowlock.Revocation;
import io.rowlock.Rowlock;
import io.rowlock.testkit.control.BreakableLink;
import io.rowlock.testkit.control.StoredLocks.RowLock;
import io.rowlock.testkit.fixture.ClientContract;
import io.rowlock.testkit.fixture.ClientFixture;
import io.rowlock.testkit.fixture.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * One heartbeat keeps all automatically renewed holds of a process: it costs one row, however many they are, and gives up
 * no promise.
 */
public interface SessionContract extends ClientContract {

    Duration LEASE = Duration.ofSeconds(2);

    private static LockDefinition definition(String name) {
        return LockDefinition.of(name).withLease(LEASE);
    }

    static List<Hold> holds(Rowlock client, String name, int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> client.lock(definition(name + '-' + number)).acquire())
                .toList();
    }

    /** Waits until one session keeps them all, and returns its id. */
    static String awaitKept(ClientFixture fixture, List<Hold> holds) {
        String name = holds.get(0).key().name();
        return fixture.await()
                .until(
                        () -> fixture.rows()
                                .sessionOf(name)
                                .filter(id -> fixture.rows().locksOf(id).size() == holds.size())
                                .filter(fixture.rows()::sessionLives),
                        Optional::isPresent)
                .orElseThrow();
    }

    /** Waits until another session keeps them. */
    private static void awaitKeptByAnother(ClientFixture fixture, List<Hold> holds, String session) {
        fixture.await().until(() -> awaitKept(fixture, holds), id -> !id.equals(session));
    }

    private static void awaitBeats(ClientFixture fixture, String session, int beats) {
        long before = fixture.rows().sessionNumber(session, "renewals");
        fixture.await().until(() -> fixture.rows().sessionNumber(session, "renewals") >= before + beats);
    }

    /** Nothing is written to any lock's row while their leases, each by itself, end over and over. */
    @Promise
    default void holdsByTheHundredCostOneRow(ClientFixture fixture) {
        Rowlock client = fixture.client();
        Rowlock other = fixture.client();
        List<Hold> holds = holds(client, fixture.name("many"), 100);
        String session = awaitKept(fixture, holds);
        List<Map<String, String>> rows = fixture.rows().locksOf(session);
        int statements = fixture.requests();

        awaitBeats(fixture, session, 6);

        assertThat(fixture.rows().locksOf(session)).isEqualTo(rows);
        assertThat(fixture.requests() - statements)
                .as("statements for six heartbeats")
                .isLessThan(9);
        assertThat(holds).allMatch(Hold::isHeld).allMatch(Hold::check);
        String name = holds.get(7).key().name();
        assertThat(other.lock(definition(name)).tryAcquire()).isEmpty();
        assertThat(other.admin().find(name).orElseThrow().until())
                .isAfter(other.admin().find(name).orElseThrow().asOf());
        holds.get(7).close();
        assertThat(other.lock(definition(name)).tryAcquire()).isPresent();
        client.close();
        assertThat(fixture.rows().sessionLives(session)).isFalse();
    }

    /** L1, L3: nobody renews them, and each is free after lease and grace, its holder told before. */
    @Promise
    default void theLocksOfAProcessThatIsCutOffAreLostAndThenFree(ClientFixture fixture) {
        BreakableLink unreliable = fixture.unreliable();
        Rowlock client = fixture.clientOver(unreliable);
        AtomicInteger told = new AtomicInteger();
        List<Hold> holds = holds(client, fixture.name("cut-off"), 3);
        holds.forEach(hold -> hold.onLost(told::incrementAndGet));
        String session = awaitKept(fixture, holds);
        unreliable.fail();

        try (Hold next =
                fixture.client().lock(definition(holds.get(0).key().name())).acquire(Duration.ofSeconds(30))) {
            assertThat(told).as("told before the next grant").hasValue(3);
            assertThat(holds).noneMatch(Hold::isHeld);
            assertThat(next.token()).isGreaterThan(holds.get(0).token());
            assertThat(fixture.rows().sessionLives(session)).isFalse();
        }

        unreliable.heal();
        List<Hold> again = holds(client, fixture.name("healed"), 2);
        assertThat(awaitKept(fixture, again)).isNotEqualTo(session);
        assertThat(fixture.rows().sessionLives(session)).as("dead forever").isFalse();
        assertThat(client.lock(definition(holds.get(1).key().name())).tryAcquire(Duration.ofSeconds(30)))
                .isPresent();
        again.forEach(Hold::close);
    }

    /** L2, for the heartbeat. */
    @Promise
    default void twoFailedHeartbeatsAreSurvived(ClientFixture fixture) {
        BreakableLink unreliable = fixture.unreliable();
        List<Hold> holds = holds(fixture.clientOver(unreliable), fixture.name("shaken"), 3);
        String session = awaitKept(fixture, holds);

        unreliable.failTimes(2);
        fixture.await().until(() -> unreliable.failures() == 2);
        awaitBeats(fixture, session, 2);

        assertThat(holds).allMatch(Hold::isHeld).allMatch(Hold::check);
        assertThat(awaitKept(fixture, holds)).isEqualTo(session);
    }

    /** L3, for a hold that is one of many; its neighbours only notice another session. */
    @Promise
    default void oneOfManyIsRevokedAndToldBeforeAnyoneElseGetsTheLock(ClientFixture fixture) {
        Rowlock operator = fixture.client();
        List<Hold> holds = holds(fixture.client(), fixture.name("revoked"), 3);
        String session = awaitKept(fixture, holds);
        awaitBeats(fixture, session, 3);
        Hold revoked = holds.get(1);
        CompletableFuture<Boolean> told = new CompletableFuture<>();
        revoked.onLost(() -> told.complete(true));

        assertThat(operator.admin().revoke(revoked.key().name(), revoked.token()))
                .isInstanceOf(Revocation.Revoked.class);

        assertThat(operator.lock(revoked.key().name()).tryAcquire())
                .as("before its expiry")
                .isEmpty();
        try (Hold next = operator.lock(revoked.key().name()).acquire(Duration.ofSeconds(30))) {
            assertThat(told).as("told before the next grant").isCompleted();
            assertThat(revoked.isHeld()).isFalse();
            assertThat(next.token()).isGreaterThan(revoked.token());
        }
        List<Hold> others = List.of(holds.get(0), holds.get(2));
        awaitKeptByAnother(fixture, others, session);
        assertThat(others).allMatch(Hold::isHeld).allMatch(Hold::check);
    }

    @Promise
    default void oneOfManyIsRevokedNowAndLearnsOfItAtTheNextHeartbeat(ClientFixture fixture) {
        Rowlock operator = fixture.client();
        List<Hold> holds = holds(fixture.client(), fixture.name("freed"), 2);
        awaitKept(fixture, holds);
        Hold freed = holds.get(0);
        CompletableFuture<Boolean> told = new CompletableFuture<>();
        freed.onLost(() -> told.complete(true));

        assertThat(operator.admin().revokeNow(freed.key().name(), freed.token()))
                .isInstanceOf(Revocation.Revoked.class);

        try (Hold next = operator.lock(freed.key().name()).tryAcquire().orElseThrow()) {
            assertThat(told).succeedsWithin(30, TimeUnit.SECONDS);
            assertThat(next.check()).isTrue();
            assertThat(holds.get(1).check()).isTrue();
        }
    }

    /** An operator's mistake, or a table that was restored without it. */
    @Promise
    default void aSessionWhoseRowWasDeletedCostsNoLock(ClientFixture fixture) {
        Rowlock other = fixture.client();
        List<Hold> holds = holds(fixture.client(), fixture.name("deleted"), 2);
        String session = awaitKept(fixture, holds);
        awaitBeats(fixture, session, 3);

        fixture.rows().deleteSession(session);

        assertThat(other.lock(definition(holds.get(0).key().name())).tryAcquire())
                .isEmpty();
        awaitKeptByAnother(fixture, holds, session);
        assertThat(holds).allMatch(Hold::isHeld).allMatch(Hold::check);
    }

    /** A console that has the session's row locked must not cost a process all its locks. */
    @Promise
    default void aSessionWhoseRowIsLockedCostsNoLock(ClientFixture fixture) {
        List<Hold> holds = holds(fixture.client(), fixture.name("locked"), 2);
        String session = awaitKept(fixture, holds);

        try (RowLock locked = fixture.rows().lockSession(session)) {
            awaitKeptByAnother(fixture, holds, session);
            assertThat(locked.isOpen()).isTrue();
        }

        assertThat(holds).allMatch(Hold::isHeld).allMatch(Hold::check);
    }

    /** On a machine that is too busy to beat in time, another session takes over; then nothing was shown, and it is tried again. */
    @Promise
    default void aTicketEndsByItselfAndNotWithTheSessionOfTheProcess(ClientFixture fixture) {
        Rowlock client = fixture.client();
        for (int round = 1; !ticketEndsBeforeItsSession(fixture, client, fixture.name("detached-" + round)); round++) {
            assertThat(round).as("sessions that were replaced meanwhile").isLessThan(5);
        }
    }

    private static boolean ticketEndsBeforeItsSession(ClientFixture fixture, Rowlock client, String name) {
        List<Hold> holds = holds(client, name, 2);
        String session = awaitKept(fixture, holds);
        awaitBeatsOrAnother(fixture, session, holds.get(1));

        LockTicket ticket = holds.get(0).detach();

        assertThat(client.resume(ticket).check()).isTrue();
        fixture.await().until(() -> !client.resume(ticket).check());
        try (Hold next = fixture.client().lock(definition(ticket.key().name())).acquire(Duration.ofSeconds(30))) {
            assertThat(next.token()).isGreaterThan(ticket.token());
        }
        try (Hold other = holds.get(1)) {
            assertThat(other.isHeld()).isTrue();
            return isKeptBy(fixture, session, other);
        }
    }

    private static void awaitBeatsOrAnother(ClientFixture fixture, String session, Hold hold) {
        long before = fixture.rows().sessionNumber(session, "renewals");
        fixture.await()
                .until(() -> !isKeptBy(fixture, session, hold)
                        || fixture.rows().sessionNumber(session, "renewals") >= before + 3);
    }

    private static boolean isKeptBy(ClientFixture fixture, String session, Hold hold) {
        return fixture.rows().sessionOf(hold.key().name()).equals(Optional.of(session));
    }

    /** L4: what could not be released, and is given up, must not live as long as its process. */
    @Promise
    default void aReleaseThatIsGivenUpLeavesNoLockBehind(ClientFixture fixture) {
        Rowlock client = fixture.client();
        List<Hold> holds = holds(client, fixture.name("given-up"), 2);
        String session = awaitKept(fixture, holds);

        try (RowLock locked = fixture.rows().lockRow(holds.get(0).key().name())) {
            holds.get(0).close();
            fixture.await()
                    .until(() -> fixture.rows()
                            .sessionOf(holds.get(1).key().name())
                            .filter(id -> !id.equals(session))
                            .isPresent());
            assertThat(locked.isOpen()).isTrue();
        }

        try (Hold next =
                fixture.client().lock(definition(holds.get(0).key().name())).acquire(Duration.ofSeconds(30))) {
            assertThat(next.isHeld()).isTrue();
            assertThat(holds.get(1).check()).isTrue();
        }
    }
}
