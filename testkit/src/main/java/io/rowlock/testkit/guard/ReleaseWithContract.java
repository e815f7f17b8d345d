package io.rowlock.testkit.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockAdmin;
import io.rowlock.LockDefinition;
import io.rowlock.LockEvent;
import io.rowlock.LockException;
import io.rowlock.LockLostException;
import io.rowlock.Revocation;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.lease.ClockStepContract;
import io.rowlock.testkit.source.HeldBackDataSource;
import io.rowlock.testkit.sql.Ledger;
import io.rowlock.testkit.sql.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/** {@code releaseWith}: work done and lock free in one step, undone together; until the end is known the lock does not count as held. */
public interface ReleaseWithContract extends ReleaseWithCloseContract {
    @Promise
    default void commitFreesTheLockTogetherWithTheWork(ContractFixture fixture) throws SQLException {
        Ledger ledger = fixture.ledger();
        List<LockEvent> events = new CopyOnWriteArrayList<>();
        AtomicBoolean lost = new AtomicBoolean();
        Rowlock client = fixture.client(settings -> settings.listener(events::add));
        DistributedLock others = fixture.client().lock(fixture.name("step"));
        Hold hold = client.lock(fixture.name("step")).acquire();
        hold.onLost(() -> lost.set(true));
        try (Transaction work = Transaction.on(fixture.source())) {
            ledger.write(work.connection());
            hold.releaseWith(work.connection());
            assertThat(hold.isHeld()).as("held while the transaction is open").isFalse();
            assertThat(hold.remaining()).isEqualTo(Duration.ZERO);
            assertThat(others.tryAcquire()).isEmpty();
            assertThat(ledger.entriesSeenByOthers()).isZero();
            work.commit();
        }
        try (Hold next = others.tryAcquire().orElseThrow()) {
            assertThat(ledger.entriesSeenByOthers()).isOne();
            assertThat(next.token()).isGreaterThan(hold.token());
            fixture.await().until(() -> events.stream().anyMatch(LockEvent.Released.class::isInstance));
            hold.close();
            assertThat(hold.isHeld()).isFalse();
            assertThat(next.check()).isTrue();
        }
        assertThat(lost).isFalse();
        assertThat(events).noneMatch(LockEvent.Lost.class::isInstance);
    }

    @Promise
    default void rollbackKeepsTheLockAndRenewalGoesOn(ContractFixture fixture) throws SQLException {
        LockDefinition definition = LockDefinition.of(fixture.name("kept")).withLease(Duration.ofSeconds(4));
        AtomicBoolean lost = new AtomicBoolean();
        try (Hold hold = fixture.client().lock(definition).acquire()) {
            hold.onLost(() -> lost.set(true));
            try (Transaction work = Transaction.on(fixture.source())) {
                hold.releaseWith(work.connection());
                assertThat(hold.isHeld()).isFalse();
                assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> hold.guard(work.connection()));
                work.rollback();
            }
            fixture.await().until(hold::isHeld);
            long renewals = fixture.rows().number(definition.name(), "renewals");
            fixture.await().until(() -> fixture.rows().number(definition.name(), "renewals") > renewals);
            assertThat(hold.check()).isTrue();
            try (Transaction work = Transaction.on(fixture.source())) {
                hold.guard(work.connection());
                work.commit();
            }
        }
        assertThat(lost).isFalse();
    }

    /** A hold that nobody renews ends with the transaction as well. */
    @Promise
    default void aHoldWithoutRenewalEndsWithTheTransactionToo(ContractFixture fixture) throws SQLException {
        LockDefinition definition = LockDefinition.of(fixture.name("unrenewed")).withRenewal(false);
        try (Hold hold = fixture.client().lock(definition).acquire()) {
            try (Transaction work = Transaction.on(fixture.source())) {
                hold.releaseWith(work.connection());
                work.rollback();
            }
            fixture.await().until(hold::isHeld);
            try (Transaction work = Transaction.on(fixture.source())) {
                hold.releaseWith(work.connection());
                work.commit();
            }
            try (Hold next = fixture.client().lock(definition).tryAcquire().orElseThrow()) {
                assertThat(hold.isHeld()).isFalse();
                assertThat(next.isHeld()).isTrue();
            }
        }
    }

    @Promise
    default void aGuardedTransactionCarriesTheReleaseToo(ContractFixture fixture) throws SQLException {
        String name = fixture.name("both");
        Hold hold = fixture.client().lock(name).acquire();
        try (Transaction work = Transaction.on(fixture.source())) {
            hold.guard(work.connection());
            hold.releaseWith(work.connection());
            work.commit();
        }
        assertThat(fixture.client().lock(name).tryAcquire().map(ContractFixture::closed))
                .contains(true);
    }

    @Promise
    default void aTransactionThatOutlastsTheLeaseEndsTheBeliefAndItsCommitIsValid(ContractFixture fixture)
            throws SQLException {
        LockDefinition definition = LockDefinition.of(fixture.name("late")).withLease(Duration.ofSeconds(3));
        Ledger ledger = fixture.ledger();
        AtomicBoolean lost = new AtomicBoolean();
        Hold hold = fixture.client().lock(definition).acquire();
        hold.onLost(() -> lost.set(true));
        DistributedLock others = fixture.client().lock(definition);
        try (Transaction work = Transaction.on(fixture.source())) {
            ledger.write(work.connection());
            hold.releaseWith(work.connection());
            fixture.await().untilTrue(lost);
            assertThat(others.tryAcquire()).isEmpty();
            work.commit();
        }
        try (Hold next = others.tryAcquire().orElseThrow()) {
            assertThat(next.token()).isGreaterThan(hold.token());
            assertThat(ledger.entriesSeenByOthers()).isOne();
        }
        assertThat(hold.isHeld()).isFalse();
    }

    @Promise
    default void aConnectionThatDiesWhileTheTransactionIsOpenIsARollback(ContractFixture fixture) throws SQLException {
        Ledger ledger = fixture.ledger();
        try (Hold hold = fixture.client().lock(fixture.name("killed")).acquire()) {
            try (var connection = fixture.source().getConnection()) {
                connection.setAutoCommit(false);
                ledger.write(connection);
                hold.releaseWith(connection);
                connection.abort(Runnable::run);
            }
            fixture.await().until(hold::isHeld);
            assertThat(hold.check()).isTrue();
            assertThat(ledger.entriesSeenByOthers()).isZero();
        }
    }

    @Promise
    default void aLostHoldReleasesNothing(ContractFixture fixture) throws SQLException {
        String name = fixture.name("stale");
        Hold stale = fixture.client().lock(name).acquire();
        fixture.rows().set(name, "expires_us", 1);
        try (Hold next = fixture.client().lock(name).acquire();
                Transaction work = Transaction.on(fixture.source())) {
            assertThat(stale.isHeld()).isTrue();
            assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> stale.releaseWith(work.connection()));
            work.commit();
            assertThat(stale.isHeld()).isFalse();
            assertThat(next.check()).isTrue();
        }
    }

    /** It may not see the grant that it is to end; that the hold stands all the same is asked outside of it. */
    @Promise
    default void aTransactionWhoseViewIsOlderThanTheGrantReleasesItOrLeavesItHeld(ContractFixture fixture)
            throws SQLException {
        AtomicBoolean lost = new AtomicBoolean();
        String name = fixture.name("older");
        fixture.client().lock(name).acquire().close();
        try (Transaction work = Transaction.on(fixture.source(), Connection.TRANSACTION_REPEATABLE_READ)) {
            work.number("SELECT COUNT(*) FROM " + fixture.table());
            Hold hold = fixture.client().lock(name).acquire();
            hold.onLost(() -> lost.set(true));
            boolean released = isReleasedWith(work, hold);
            assertThat(fixture.client().lock(name).tryAcquire().isPresent())
                    .as("free if and only if it was released")
                    .isEqualTo(released);
            if (!released) {
                fixture.await().until(hold::isHeld);
                hold.close();
            }
        }
        assertThat(lost).isFalse();
    }

    /** Whether the transaction could do it; it is committed then, and rolled back otherwise. */
    private static boolean isReleasedWith(Transaction work, Hold hold) throws SQLException {
        try {
            hold.releaseWith(work.connection());
        } catch (LockException rejected) {
            work.rollback();
            return false;
        }
        work.commit();
        return true;
    }

    /** The renewal was done before the release; its answer, which arrives during it, says nothing of the release. */
    @Promise
    default void aRenewalThatIsAnsweredWhileTheTransactionIsOpenDoesNotBringTheHoldBack(ContractFixture fixture)
            throws SQLException {
        HeldBackDataSource slow = new HeldBackDataSource(fixture.source(), "renewals + 1");
        List<LockEvent> events = new CopyOnWriteArrayList<>();
        Rowlock client = fixture.client(slow, settings -> settings.listener(events::add));
        Rowlock other = fixture.client();
        LockDefinition definition = LockDefinition.of(fixture.name("under-way")).withLease(Duration.ofSeconds(15));
        Hold hold = client.lock(definition).acquire();
        slow.holdBack();
        fixture.await().until(slow::isDone);
        try (Transaction work = Transaction.on(fixture.source())) {
            hold.releaseWith(work.connection());
            slow.letGo();
            fixture.await().during(Duration.ofMillis(300)).until(() -> !hold.isHeld());
            work.commit();
        }
        try (Hold next = other.lock(definition).tryAcquire().orElseThrow()) {
            assertThat(hold.isHeld()).as("held by two").isFalse();
            assertThat(next.isHeld()).isTrue();
        }
        fixture.await().until(() -> events.stream().anyMatch(LockEvent.Released.class::isInstance));
    }

    /** The row is nobody's then, as after a commit; but the holder has lost it, and must be told. */
    @Promise
    default void revokedAfterARollbackItIsLostAndNotReleased(ContractFixture fixture) throws SQLException {
        List<LockEvent> events = new CopyOnWriteArrayList<>();
        Rowlock client = fixture.client(settings -> settings.listener(events::add));
        LockAdmin admin = fixture.client().admin();
        for (int round = 0; round < 5; round++) {
            LockDefinition definition =
                    LockDefinition.of(fixture.name("revoked-" + round)).withLease(Duration.ofSeconds(3));
            AtomicBoolean lost = new AtomicBoolean();
            Hold hold = client.lock(definition).acquire();
            hold.onLost(() -> lost.set(true));
            try (Transaction work = Transaction.on(fixture.source())) {
                hold.releaseWith(work.connection());
                work.rollback();
            }
            revokeAtOnce(admin, hold);
            fixture.await().untilTrue(lost);
            assertThat(hold.isHeld()).isFalse();
        }
        assertThat(events).noneMatch(LockEvent.Released.class::isInstance);
    }

    /** Without a pause, so that it comes before the holder has asked what became of its transaction. */
    private static void revokeAtOnce(LockAdmin admin, Hold hold) {
        Revocation told = admin.revoke(hold.key().name(), hold.token());
        for (int tries = 1; tries < 1_000 && told instanceof Revocation.RowLocked; tries++) {
            told = admin.revoke(hold.key().name(), hold.token());
        }
        assertThat(told).isInstanceOf(Revocation.Revoked.class);
    }

    @Promise
    default void aLockThatATransactionReleasedIsFreeThoughTheClockWasSetBack(ContractFixture fixture)
            throws SQLException {
        Hold hold = fixture.client().lock(fixture.name("released")).acquire();
        try (Transaction work = Transaction.on(fixture.source())) {
            hold.releaseWith(work.connection());
            work.commit();
        }
        fixture.rows().advance(hold.key().name(), ClockStepContract.STEP);
        ClockStepContract.assertFree(fixture, "released with a transaction", hold);
    }
}
