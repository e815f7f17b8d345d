package io.rowlock.testkit.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.ResumedHold;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.sql.Ledger;
import io.rowlock.testkit.sql.SqlBranch;
import io.rowlock.testkit.sql.TwoPhaseTransaction;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** S5 and {@code releaseWith} for transactions that are prepared first and committed later, as JTA's are. */
public interface TwoPhaseContract extends Contract {

    @Promise
    default void nobodyIsGrantedTheLockBetweenPrepareAndCommitOfAGuardedTransaction(ContractFixture fixture)
            throws SQLException {
        Ledger ledger = fixture.ledger();
        String name = fixture.name("prepared");
        Rowlock client = fixture.client();
        ResumedHold expired = client.resume(client.lock(name).acquire().detach());
        fixture.rows().set(name, "expires_us", 1);
        DistributedLock others = fixture.client().lock(name);

        try (TwoPhaseTransaction work = twoPhase(fixture)) {
            expired.guard(work.connection());
            ledger.write(work.connection());
            assertThat(others.tryAcquire()).as("before prepare").isEmpty();
            work.prepare();
            assertThat(others.tryAcquire()).as("after prepare").isEmpty();
            work.commit();
        }
        assertThat(ledger.entriesSeenByOthers()).isOne();
        assertThat(others.tryAcquire().map(ContractFixture::closed)).contains(true);
    }

    @Promise
    default void aPreparedTransactionThatReleasesTheLockFreesItWithItsCommit(ContractFixture fixture)
            throws SQLException {
        Ledger ledger = fixture.ledger();
        Hold hold = fixture.client().lock(fixture.name("released")).acquire();
        DistributedLock others = fixture.client().lock(hold.key().name());
        try (TwoPhaseTransaction work = twoPhase(fixture)) {
            hold.guard(work.connection());
            ledger.write(work.connection());
            hold.releaseWith(work.connection());
            work.prepare();
            assertThat(others.tryAcquire()).isEmpty();
            work.commit();
        }
        assertThat(ledger.entriesSeenByOthers()).isOne();
        assertThat(others.tryAcquire().map(ContractFixture::closed)).contains(true);
    }

    /** In one branch after the other where guards of branches write, which the databases do not do at once. */
    @Promise
    default void oneHoldGuardsSeveralPreparedTransactions(ContractFixture fixture) throws SQLException {
        Ledger ledger = fixture.ledger();
        try (Hold hold = fixture.client().lock(fixture.name("several")).acquire()) {
            TwoPhaseTransaction first = twoPhase(fixture);
            try (first) {
                hold.guard(first.connection());
                ledger.write(first.connection());
                CompletableFuture<Boolean> second = fixture.crew().async(() -> {
                    try (TwoPhaseTransaction work = twoPhase(fixture)) {
                        hold.guard(work.connection());
                        ledger.write(work.connection());
                        work.prepare();
                        work.commit();
                        return true;
                    }
                });
                first.prepare();
                first.commit();
                assertThat(List.of(second.join())).containsExactly(true);
            }
            assertThat(hold.check()).isTrue();
        }
        assertThat(ledger.entriesSeenByOthers()).isEqualTo(2);
    }

    /** Begins such a transaction; a driver's own branches can stand in for those that are begun by statements. */
    default TwoPhaseTransaction twoPhase(ContractFixture fixture) throws SQLException {
        return new SqlBranch(fixture.source(), fixture.database(), fixture.name("branch") + System.nanoTime());
    }
}
