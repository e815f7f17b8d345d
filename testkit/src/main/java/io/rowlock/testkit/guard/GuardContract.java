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
import io.rowlock.testkit.fixture.Contract;
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
public interface GuardContract extends Contract {

    @Promise
    default void aGuardedTransactionCommits(ContractFixture bench) throws SQLException {
        Ledger ledger = bench.ledger();
        try (Hold hold = bench.client().lock(bench.name("stock")).acquire();
                Transaction work = Transaction.on(bench.source())) {
            hold.guard(work.connection());
            ledger.write(work.connection());
            work.commit();
            assertThat(hold.isHeld()).isTrue();
        }
        assertThat(ledger.entriesSeenByOthers()).isOne();
    }

    @Promise
    default void aHoldThatAnotherTookOverCannotGuard(ContractFixture bench) throws SQLException {
        String name = bench.name("stale");
        Hold stale = bench.client().lock(name).acquire();
        bench.rows().set(name, "expires_us", 1);
        try (Hold next = bench.client().lock(name).acquire()) {
            assertThat(stale.isHeld()).as("believed").isTrue();
            assertCannotGuard(bench, stale);
            assertThat(stale.isHeld()).as("believed after the refusal").isFalse();
            assertThat(next.check()).isTrue();
        }
    }

    @Promise
    default void aRevokedHoldCannotGuard(ContractFixture bench) throws SQLException {
        Rowlock client = bench.client();
        Hold hold = client.lock(bench.name("revoked")).acquire();
        assertThat(client.admin().revoke(hold.key().name(), hold.token())).isInstanceOf(Revocation.Revoked.class);
        assertCannotGuard(bench, hold);
        assertThat(client.admin().revokeNow(hold.key().name(), hold.token())).isInstanceOf(Revocation.Revoked.class);
    }

    @Promise
    default void aHoldThatWasRevokedAtOnceCannotGuard(ContractFixture bench) throws SQLException {
        Rowlock client = bench.client();
        Hold hold = client.lock(bench.name("revoked")).acquire();
        assertThat(client.admin().revokeNow(hold.key().name(), hold.token())).isInstanceOf(Revocation.Revoked.class);
        assertCannotGuard(bench, hold);
    }

    @Promise
    default void aReleasedHoldCannotGuard(ContractFixture bench) throws SQLException {
        Rowlock client = bench.client();
        Hold closed = client.lock(bench.name("closed")).acquire();
        closed.close();
        assertCannotGuard(bench, closed);

        ResumedHold released =
                client.resume(client.lock(bench.name("released")).acquire().detach());
        assertThat(released.release()).isTrue();
        assertCannotGuard(bench, released);
    }

    /** No clock is involved: what nobody took can still be guarded, and from then on nobody takes it. */
    @Promise
    default void anExpiredGrantThatNobodyTookIsGuardedAndNotTakenMeanwhile(ContractFixture bench) throws SQLException {
        String name = bench.name("expired");
        Rowlock client = bench.client();
        ResumedHold expired = client.resume(client.lock(name).acquire().detach());
        bench.rows().set(name, "expires_us", 1);

        DistributedLock others = bench.client().lock(name);
        try (Transaction work = Transaction.on(bench.source())) {
            expired.guard(work.connection());
            assertThat(others.tryAcquire()).isEmpty();
            work.commit();
        }
        assertThat(others.tryAcquire())
                .hasValueSatisfying(next ->
                        assertThat(next.token()).isGreaterThan(expired.ticket().token()));
    }

    @Promise
    default void whileAGuardIsOpenOthersAreToldBusyAtOnceAndWinAfterItsCommit(ContractFixture bench)
            throws SQLException {
        assertOthersWinAfter(bench, Transaction::commit);
    }

    @Promise
    default void whileAGuardIsOpenOthersAreToldBusyAtOnceAndWinAfterItsRollback(ContractFixture bench)
            throws SQLException {
        assertOthersWinAfter(bench, Transaction::rollback);
    }

    /** An operator is told, too, and not made to wait. */
    @Promise
    default void whileAGuardIsOpenTheHoldIsNotRevoked(ContractFixture bench) throws SQLException {
        Rowlock client = bench.client();
        Hold hold = client.lock(bench.name("busy")).acquire();
        try (Transaction work = Transaction.on(bench.source())) {
            hold.guard(work.connection());
            assertThat(client.admin().revoke(hold.key().name(), hold.token())).isInstanceOf(Revocation.RowLocked.class);
            assertThat(client.admin().revokeNow(hold.key().name(), hold.token()))
                    .isInstanceOf(Revocation.RowLocked.class);
            work.commit();
        }
        assertThat(client.admin().revokeNow(hold.key().name(), hold.token())).isInstanceOf(Revocation.Revoked.class);
    }

    @Promise
    default void renewalGoesOnWhileAGuardIsOpenWhereTheDatabaseAllowsItAndAfterwardsElsewhere(ContractFixture bench)
            throws SQLException {
        LockDefinition definition = LockDefinition.of(bench.name("long")).withLease(Duration.ofSeconds(9));
        Rowlock onlooker = bench.client();
        try (Hold hold = bench.client().lock(definition).acquire()) {
            try (Transaction work = Transaction.on(bench.source())) {
                hold.guard(work.connection());
                if (bench.database() == Database.POSTGRESQL) {
                    bench.await().until(() -> renewals(onlooker, definition) >= 2);
                } else {
                    bench.await().until(() -> hold.remaining().compareTo(Duration.ofSeconds(5)) < 0);
                    assertThat(bench.rows().number(definition.name(), "renewals"))
                            .isZero();
                }
                work.commit();
            }
            long renewals = renewals(onlooker, definition);
            bench.await().until(() -> renewals(onlooker, definition) > renewals || !hold.isHeld());
            assertThat(hold.isHeld()).isTrue();
        }
    }

    private static long renewals(Rowlock onlooker, LockDefinition definition) {
        return onlooker.admin().find(definition.name()).orElseThrow().renewals();
    }

    @Promise
    default void aGuardLongerThanTheLeaseEndsTheBeliefButItsCommitIsValidAndComesFirst(ContractFixture bench)
            throws SQLException {
        LockDefinition definition = LockDefinition.of(bench.name("longer"))
                .withLease(Duration.ofSeconds(3))
                .withRenewal(false);
        Ledger ledger = bench.ledger();
        AtomicBoolean lost = new AtomicBoolean();
        Rowlock client = bench.client();
        Rowlock other = bench.client();
        Hold hold;
        try (Transaction work = Transaction.on(bench.source())) {
            hold = client.lock(definition).acquire();
            hold.onLost(() -> lost.set(true));
            hold.guard(work.connection());
            ledger.write(work.connection());
            bench.await().untilTrue(lost);
            assertThat(hold.isHeld()).isFalse();
            awaitFreeByTheClock(bench, other, definition);
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
    default void severalTransactionsAreGuardedByOneHold(ContractFixture bench) throws SQLException {
        Ledger ledger = bench.ledger();
        try (Hold hold = bench.client().lock(bench.name("several")).acquire();
                Transaction first = Transaction.on(bench.source());
                Transaction second = Transaction.on(bench.source())) {
            hold.guard(first.connection());
            ledger.write(first.connection());
            CompletableFuture<Boolean> guarded = bench.crew().async(() -> {
                hold.guard(second.connection());
                return true;
            });
            if (bench.database() != Database.H2) {
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
    default void aTransactionIsGuardedTwiceAndByTwoHolds(ContractFixture bench) throws SQLException {
        Rowlock client = bench.client();
        try (Hold one = client.lock(bench.name("one")).acquire();
                Hold other = client.lock(bench.name("other")).acquire();
                Transaction work = Transaction.on(bench.source(), Connection.TRANSACTION_READ_COMMITTED)) {
            one.guard(work.connection());
            one.guard(work.connection());
            other.guard(work.connection());
            Rowlock rival = bench.client();
            assertThat(rival.lock(other.key().name()).tryAcquire()).isEmpty();
            work.commit();
            assertThat(one.check()).isTrue();
            assertThat(other.check()).isTrue();
        }
    }

    @Promise
    default void closeInsideTheOpenGuardedTransactionReturnsAndTheLockIsFreeAfterItsCommit(ContractFixture bench)
            throws SQLException {
        assertClosedInside(bench, Transaction::commit);
    }

    @Promise
    default void closeInsideTheOpenGuardedTransactionReturnsAndTheLockIsFreeAfterItsRollback(ContractFixture bench)
            throws SQLException {
        assertClosedInside(bench, Transaction::rollback);
    }

    @Promise
    default void closingTheClientInsideTheOpenGuardedTransactionReturns(ContractFixture bench) throws SQLException {
        LockDefinition definition = LockDefinition.of(bench.name("closing")).withLease(Duration.ofSeconds(2));
        Rowlock client = bench.client();
        Rowlock other = bench.client();
        Hold hold = client.lock(definition).acquire();
        try (Transaction work = Transaction.on(bench.source())) {
            hold.guard(work.connection());
            client.close();
            assertThat(hold.isHeld()).isFalse();
            assertThat(other.lock(definition).tryAcquire()).isEmpty();
            work.commit();
        }
        bench.await()
                .until(() -> other.lock(definition)
                        .tryAcquire()
                        .map(ContractFixture::closed)
                        .orElse(false));
    }

    @Promise
    default void aTicketGuardsInAnotherClient(ContractFixture bench) throws SQLException {
        Ledger ledger = bench.ledger();
        String name = bench.name("form");
        LockTicket ticket = bench.client().lock(name).acquire().detach();
        ResumedHold resumed = bench.client().resume(LockTicket.parse(ticket.encoded()));
        try (Transaction work = Transaction.on(bench.source())) {
            resumed.guard(work.connection());
            ledger.write(work.connection());
            work.commit();
        }
        resumed.guarded(bench.source(), connection -> {
            ledger.write(connection);
            return true;
        });
        assertThat(ledger.entriesSeenByOthers()).isEqualTo(2);
        LockTicket guessed = LockTicket.of(ticket.key(), ticket.token(), "0123456789abcdef0123456789abcdef");
        assertCannotGuard(bench, bench.client().resume(guessed));
        assertThat(resumed.release()).isTrue();
    }

    /** A process that is stopped right after its refusal must not hold up those who follow. */
    @Promise
    default void aRefusedGuardWhoseTransactionStaysOpenDoesNotHoldUpTheNextHolder(ContractFixture bench)
            throws SQLException {
        String name = bench.name("stale");
        ResumedHold stale =
                bench.client().resume(bench.client().lock(name).acquire().detach());
        bench.rows().set(name, "expires_us", 1);
        Rowlock other = bench.client();
        Hold next = other.lock(name).acquire();
        try (Transaction work = Transaction.on(bench.source(), Connection.TRANSACTION_READ_COMMITTED)) {
            assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> stale.guard(work.connection()));
            next.renew();
            next.close();
            assertThat(other.lock(name).tryAcquire().map(ContractFixture::closed))
                    .contains(true);
        }
    }

    private static void awaitFreeByTheClock(ContractFixture bench, Rowlock client, LockDefinition definition) {
        bench.await()
                .until(() -> client.admin()
                        .find(definition.name())
                        .filter(status -> status.asOf().isAfter(status.until().plus(definition.grace())))
                        .isPresent());
    }

    private static void assertOthersWinAfter(ContractFixture bench, Transaction.End end) throws SQLException {
        String name = bench.name("busy");
        Rowlock client = bench.client();
        ResumedHold hold = client.resume(client.lock(name).acquire().detach());
        DistributedLock others = bench.client().lock(name);
        bench.rows().set(name, "expires_us", bench.rows().number(name, "acquired_us"));
        bench.rows().set(name, "grace_us", 0);
        try (Transaction work = Transaction.on(bench.source())) {
            hold.guard(work.connection());
            assertThat(others.tryAcquire()).isEmpty();
            assertThat(others.tryAcquire(Duration.ofMillis(100))).isEmpty();
            end.of(work);
        }
        assertThat(others.tryAcquire().map(ContractFixture::closed)).contains(true);
    }

    private static void assertClosedInside(ContractFixture bench, Transaction.End end) throws SQLException {
        String name = bench.name("closed");
        Hold hold = bench.client().lock(name).acquire();
        DistributedLock others = bench.client().lock(name);
        try (Transaction work = Transaction.on(bench.source())) {
            hold.guard(work.connection());
            hold.close();
            assertThat(hold.isHeld()).isFalse();
            assertThat(others.tryAcquire()).isEmpty();
            end.of(work);
        }
        bench.await()
                .until(() -> others.tryAcquire().map(ContractFixture::closed).orElse(false));
    }

    /** The refusal leaves the transaction to its owner, who can end it and go on. */
    private static void assertCannotGuard(ContractFixture bench, TransactionGuard stale) throws SQLException {
        Ledger ledger = bench.ledger();
        try (Transaction work = Transaction.on(bench.source())) {
            assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> stale.guard(work.connection()));
            work.rollback();
            ledger.write(work.connection());
            work.commit();
        }
        assertThat(ledger.entriesSeenByOthers()).isOne();
        assertThatExceptionOfType(LockLostException.class)
                .isThrownBy(() -> stale.guarded(bench.source(), connection -> {
                    ledger.write(connection);
                    return true;
                }));
        assertThat(ledger.entriesSeenByOthers()).isOne();
    }
}
