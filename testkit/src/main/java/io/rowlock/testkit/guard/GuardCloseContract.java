package io.rowlock.testkit.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.sql.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.BiConsumer;

/** A hold or its client is closed while a transaction is still guarded by it. */
public interface GuardCloseContract extends Contract {
    @Promise
    default void closeInsideTheOpenGuardedTransactionReturnsAndTheLockIsFreeAfterItsCommit(ContractFixture fixture)
            throws SQLException {
        assertFreeAfter(Transaction::commit, fixture, Hold::guard);
    }

    @Promise
    default void closeInsideTheOpenGuardedTransactionReturnsAndTheLockIsFreeAfterItsRollback(ContractFixture fixture)
            throws SQLException {
        assertFreeAfter(Transaction::rollback, fixture, Hold::guard);
    }

    @Promise
    default void closingTheClientInsideTheOpenGuardedTransactionReturns(ContractFixture fixture) throws SQLException {
        LockDefinition definition = LockDefinition.of(fixture.name("closing")).withLease(Duration.ofSeconds(2));
        Rowlock client = fixture.client();
        Rowlock other = fixture.client();
        Hold hold = client.lock(definition).acquire();
        try (Transaction work = Transaction.on(fixture.source())) {
            hold.guard(work.connection());
            client.close();
            assertThat(hold.isHeld()).isFalse();
            assertThat(other.lock(definition).tryAcquire()).isEmpty();
            work.commit();
        }
        fixture.await()
                .until(() -> other.lock(definition)
                        .tryAcquire()
                        .map(ContractFixture::closed)
                        .orElse(false));
    }

    /** Closes a hold inside the transaction that it is tied to: the lock is taken until that ends, and free after. */
    static void assertFreeAfter(Transaction.End end, ContractFixture fixture, BiConsumer<Hold, Connection> tie)
            throws SQLException {
        String name = fixture.name("closed");
        Hold hold = fixture.client().lock(name).acquire();
        DistributedLock others = fixture.client().lock(name);
        try (Transaction work = Transaction.on(fixture.source())) {
            tie.accept(hold, work.connection());
            hold.close();
            assertThat(hold.isHeld()).isFalse();
            assertThat(others.tryAcquire()).isEmpty();
            end.of(work);
        }
        fixture.await()
                .until(() -> others.tryAcquire().map(ContractFixture::closed).orElse(false));
        assertThat(hold.isHeld()).isFalse();
    }
}
