package io.rowlock.testkit.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.Database;
import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockLostException;
import io.rowlock.LockTicket;
import io.rowlock.ResumedHold;
import io.rowlock.Revocation;
import io.rowlock.Rowlock;
import io.rowlock.TransactionGuard;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.sql.Ledger;
import io.rowlock.testkit.sql.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** S5: a transaction that called {@code guard} and committed, committed before any later grant; and whom that holds up. */
public interface GuardContract extends GuardCloseContract {
    @Promise
    default void aGuardedTransactionCommits(ContractFixture fixture) throws SQLException {
        Ledger ledger = fixture.ledger();
        try (Hold hold = fixture.client().lock(fixture.name("stock")).acquire();
                Transaction work = Transaction.on(fixture.source())) {
            hold.guard(work.connection());
            ledger.write(work.connection());
            work.commit();
            assertThat(hold.isHeld()).isTrue();
        }
        assertThat(ledger.entriesSeenByOthers()).isOne();
    }

    @Promise
    default void aHoldThatAnotherTookOverCannotGuard(ContractFixture fixture) throws SQLException {
        String name = fixture.name("stale");
        Hold stale = fixture.client().lock(name).acquire();
        fixture.rows().set(name, "expires_us", 1);
        try (Hold next = fixture.client().lock(name).acquire()) {
            assertThat(stale.isHeld()).as("believed").isTrue();
            assertCannotGuard(fixture, stale);
            assertThat(stale.isHeld()).as("believed after the rejection").isFalse();
            assertThat(next.check()).isTrue();
        }
    }

    @Promise
    default void aRevokedHoldCannotGuard(ContractFixture fixture) throws SQLException {
        Rowlock client = fixture.client();
        Hold hold = client.lock(fixture.name("revoked")).acquire();
        assertThat(client.admin().revoke(hold.key().name(), hold.token())).isInstanceOf(Revocation.Revoked.class);
        assertCannotGuard(fixture, hold);
        assertThat(client.admin().revokeNow(hold.key().name(), hold.token())).isInstanceOf(Revocation.Revoked.class);
    }

    @Promise
    default void aHoldThatWasRevokedAtOnceCannotGuard(ContractFixture fixture) throws SQLException {
        Rowlock client = fixture.client();
        Hold hold = client.lock(fixture.name("revoked")).acquire();
        assertThat(client.admin().revokeNow(hold.key().name(), hold.token())).isInstanceOf(Revocation.Revoked.class);
        assertCannotGuard(fixture, hold);
    }

    @Promise
    default void aReleasedHoldCannotGuard(ContractFixture fixture) throws SQLException {
        Rowlock client = fixture.client();
        Hold closed = client.lock(fixture.name("closed")).acquire();
        closed.close();
        assertCannotGuard(fixture, closed);

        ResumedHold released =
                client.resume(client.lock(fixture.name("released")).acquire().detach());
        assertThat(released.release()).isTrue();
        assertCannotGuard(fixture, released);
    }

    /** No clock is involved: what nobody took can still be guarded, and from then on nobody takes it. */
    @Promise
    default void anExpiredGrantThatNobodyTookIsGuardedAndNotTakenMeanwhile(ContractFixture fixture)
            throws SQLException {
        String name = fixture.name("expired");
        Rowlock client = fixture.client();
        ResumedHold expired = client.resume(client.lock(name).acquire().detach());
        fixture.rows().set(name, "expires_us", 1);

        DistributedLock others = fixture.client().lock(name);
        try (Transaction work = Transaction.on(fixture.source())) {
            expired.guard(work.connection());
            assertThat(others.tryAcquire()).isEmpty();
            work.commit();
        }
        assertThat(others.tryAcquire())
                .hasValueSatisfying(next ->
                        assertThat(next.token()).isGreaterThan(expired.ticket().token()));
    }

    @Promise
    default void whileAGuardIsOpenOthersAreToldBusyAtOnceAndWinAfterItsCommit(ContractFixture fixture)
            throws SQLException {
        assertOthersWinAfter(fixture, Transaction::commit);
    }

    @Promise
    default void whileAGuardIsOpenOthersAreToldBusyAtOnceAndWinAfterItsRollback(ContractFixture fixture)
            throws SQLException {
        assertOthersWinAfter(fixture, Transaction::rollback);
    }

    /** An operator is told, too, and not made to wait. */
    @Promise
    default void whileAGuardIsOpenTheHoldIsNotRevoked(ContractFixture fixture) throws SQLException {
        Rowlock client = fixture.client();
        Hold hold = client.lock(fixture.name("busy")).acquire();
        try (Transaction work = Transaction.on(fixture.source())) {
            hold.guard(work.connection());
            assertThat(client.admin().revoke(hold.key().name(), hold.token())).isInstanceOf(Revocation.RowLocked.class);
            assertThat(client.admin().revokeNow(hold.key().name(), hold.token()))
                    .isInstanceOf(Revocation.RowLocked.class);
            work.commit();
        }
        assertThat(client.admin().revokeNow(hold.key().name(), hold.token())).isInstanceOf(Revocation.Revoked.class);
    }

    @Promise
    default void renewalGoesOnWhileAGuardIsOpenWhereTheDatabaseAllowsItAndAfterwardsElsewhere(ContractFixture fixture)
            throws SQLException {
        LockDefinition definition = LockDefinition.of(fixture.name("long")).withLease(Duration.ofSeconds(9));
        Rowlock observer = fixture.client();
        try (Hold hold = fixture.client().lock(definition).acquire()) {
            try (Transaction work = Transaction.on(fixture.source())) {
                hold.guard(work.connection());
                if (fixture.database() == Database.POSTGRESQL) {
                    fixture.await().until(() -> renewals(observer, definition) >= 2);
                } else {
                    fixture.await().until(() -> hold.remaining().compareTo(Duration.ofSeconds(5)) < 0);
                    assertThat(fixture.rows().number(definition.name(), "renewals"))
                            .isZero();
                }
                work.commit();
            }
            long renewals = renewals(observer, definition);
            fixture.await().until(() -> renewals(observer, definition) > renewals || !hold.isHeld());
            assertThat(hold.isHeld()).isTrue();
        }
    }

    private static long renewals(Rowlock observer, LockDefinition definition) {
        return observer.admin().find(definition.name()).orElseThrow().renewals();
    }

    @Promise
    default void aGuardLongerThanTheLeaseEndsTheBeliefButItsCommitIsValidAndComesFirst(ContractFixture fixture)
            throws SQLException {
        LockDefinition definition = LockDefinition.of(fixture.name("longer"))
                .withLease(Duration.ofSeconds(3))
                .withRenewal(false);
        Ledger ledger = fixture.ledger();
        AtomicBoolean lost = new AtomicBoolean();
        Rowlock client = fixture.client();
        Rowlock other = fixture.client();
        Hold hold;
        try (Transaction work = Transaction.on(fixture.source())) {
            hold = client.lock(definition).acquire();
            hold.onLost(() -> lost.set(true));
            hold.guard(work.connection());
            ledger.write(work.connection());
            fixture.await().untilTrue(lost);
            assertThat(hold.isHeld()).isFalse();
            awaitFreeByTheClock(fixture, other, definition);
            assertThat(other.lock(definition).tryAcquire()).isEmpty();
            work.commit();
        }
        try (Hold next = other.lock(definition).acquire(Duration.ofSeconds(30))) {
            assertThat(next.token()).isGreaterThan(hold.token());
            assertThat(ledger.entriesSeenByOthers()).isOne();
        }
    }

    /** At once where the guard's row lock is shared; one after the other on H2, where it is not. */
    @Promise
    default void severalTransactionsAreGuardedByOneHold(ContractFixture fixture) throws SQLException {
        Ledger ledger = fixture.ledger();
        try (Hold hold = fixture.client().lock(fixture.name("several")).acquire();
                Transaction first = Transaction.on(fixture.source());
                Transaction second = Transaction.on(fixture.source())) {
            hold.guard(first.connection());
            ledger.write(first.connection());
            CompletableFuture<Boolean> guarded = fixture.crew().async(() -> {
                hold.guard(second.connection());
                return true;
            });
            if (fixture.database() != Database.H2) {
                assertThat(guarded.join()).isTrue();
            }
            first.commit();
            assertThat(guarded.join()).isTrue();
            ledger.write(second.connection());
            second.commit();
        }
        assertThat(ledger.entriesSeenByOthers()).isEqualTo(2);
    }

    @Promise
    default void aTransactionIsGuardedTwiceAndByTwoHolds(ContractFixture fixture) throws SQLException {
        Rowlock client = fixture.client();
        try (Hold one = client.lock(fixture.name("one")).acquire();
                Hold other = client.lock(fixture.name("other")).acquire();
                Transaction work = Transaction.on(fixture.source(), Connection.TRANSACTION_READ_COMMITTED)) {
            one.guard(work.connection());
            one.guard(work.connection());
            other.guard(work.connection());
            Rowlock rival = fixture.client();
            assertThat(rival.lock(other.key().name()).tryAcquire()).isEmpty();
            work.commit();
            assertThat(one.check()).isTrue();
            assertThat(other.check()).isTrue();
        }
    }

    @Promise
    default void aTicketGuardsInAnotherClient(ContractFixture fixture) throws SQLException {
        Ledger ledger = fixture.ledger();
        String name = fixture.name("form");
        LockTicket ticket = fixture.client().lock(name).acquire().detach();
        ResumedHold resumed = fixture.client().resume(LockTicket.parse(ticket.encoded()));
        try (Transaction work = Transaction.on(fixture.source())) {
            resumed.guard(work.connection());
            ledger.write(work.connection());
            work.commit();
        }
        resumed.guarded(fixture.source(), connection -> {
            ledger.write(connection);
            return true;
        });
        assertThat(ledger.entriesSeenByOthers()).isEqualTo(2);
        LockTicket guessed = LockTicket.of(ticket.key(), ticket.token(), "0123456789abcdef0123456789abcdef");
        assertCannotGuard(fixture, fixture.client().resume(guessed));
        assertThat(resumed.release()).isTrue();
    }

    private static void awaitFreeByTheClock(ContractFixture fixture, Rowlock client, LockDefinition definition) {
        fixture.await()
                .until(() -> client.admin()
                        .find(definition.name())
                        .filter(status -> status.asOf().isAfter(status.until().plus(definition.grace())))
                        .isPresent());
    }

    private static void assertOthersWinAfter(ContractFixture fixture, Transaction.End end) throws SQLException {
        String name = fixture.name("busy");
        Rowlock client = fixture.client();
        ResumedHold hold = client.resume(client.lock(name).acquire().detach());
        DistributedLock others = fixture.client().lock(name);
        fixture.rows().set(name, "expires_us", fixture.rows().number(name, "acquired_us"));
        fixture.rows().set(name, "grace_us", 0);
        try (Transaction work = Transaction.on(fixture.source())) {
            hold.guard(work.connection());
            assertThat(others.tryAcquire()).isEmpty();
            assertThat(others.tryAcquire(Duration.ofMillis(100))).isEmpty();
            end.of(work);
        }
        assertThat(others.tryAcquire().map(ContractFixture::closed)).contains(true);
    }

    /** The rejection leaves the transaction to its owner, who can end it and go on. */
    private static void assertCannotGuard(ContractFixture fixture, TransactionGuard stale) throws SQLException {
        Ledger ledger = fixture.ledger();
        try (Transaction work = Transaction.on(fixture.source())) {
            assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> stale.guard(work.connection()));
            work.rollback();
            ledger.write(work.connection());
            work.commit();
        }
        assertThat(ledger.entriesSeenByOthers()).isOne();
        assertThatExceptionOfType(LockLostException.class)
                .isThrownBy(() -> stale.guarded(fixture.source(), connection -> {
                    ledger.write(connection);
                    return true;
                }));
        assertThat(ledger.entriesSeenByOthers()).isOne();
    }
}
