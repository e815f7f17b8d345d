package io.rowlock.testkit.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.sql.Transaction;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** A hold or its client is closed while the transaction that releases the lock is still open. */
public interface ReleaseWithCloseContract extends Contract {
    @Promise
    default void closedWhileTheTransactionIsOpenTheLockEndsFreeAfterCommit(ContractFixture fixture)
            throws SQLException {
        GuardCloseContract.assertFreeAfter(Transaction::commit, fixture, Hold::releaseWith);
    }

    @Promise
    default void closedWhileTheTransactionIsOpenTheLockEndsFreeAfterRollback(ContractFixture fixture)
            throws SQLException {
        GuardCloseContract.assertFreeAfter(Transaction::rollback, fixture, Hold::releaseWith);
    }

    @Promise
    default void theClientIsClosedWhileTheTransactionIsOpenAndTheLockEndsFree(ContractFixture fixture)
            throws SQLException {
        LockDefinition definition = LockDefinition.of(fixture.name("closing")).withLease(Duration.ofSeconds(2));
        for (Transaction.End end : List.<Transaction.End>of(Transaction::commit, Transaction::rollback)) {
            Rowlock client = fixture.client();
            Hold hold = client.lock(definition).acquire(Duration.ofSeconds(30));
            try (Transaction work = Transaction.on(fixture.source())) {
                hold.releaseWith(work.connection());
                client.close();
                assertThat(hold.isHeld()).isFalse();
                end.of(work);
            }
            Rowlock other = fixture.client();
            fixture.await()
                    .until(() -> other.lock(definition)
                            .tryAcquire()
                            .map(ContractFixture::closed)
                            .orElse(false));
        }
    }
}
