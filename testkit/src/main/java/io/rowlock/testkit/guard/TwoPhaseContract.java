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
import io.rowlock.testkit.sql.TwoPhaseTransaction;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** S5 and {@code releaseWith} for transactions that are prepared first and committed later, as JTA's are. */
public interface TwoPhaseContract extends Contract {

    @Promise
    default void nobodyIsGrantedTheLockBetweenPrepareAndCommitOfAGuardedTransaction(ContractFixture bench)
            throws SQLException {
        Ledger ledger = bench.ledger();
        String name = bench.name("prepared");
        Rowlock client = bench.client();
        ResumedHold expired = client.resume(client.lock(name).acquire().detach());
        bench.rows().set(name, "expires_us", 1);
        DistributedLock others = bench.client().lock(name);

        try (TwoPhaseTransaction work = twoPhase(bench)) {
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
    default void aPreparedTransactionThatReleasesTheLockFreesItWithItsCommit(ContractFixture bench)
            throws SQLException {
        Ledger ledger = bench.ledger();
        Hold hold = bench.client().lock(bench.name("released")).acquire();
        DistributedLock others = bench.client().lock(hold.key().name());
        try (TwoPhaseTransaction work = twoPhase(bench)) {
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
    default void oneHoldGuardsSeveralPreparedTransactions(ContractFixture bench) throws SQLException {
        Ledger ledger = bench.ledger();
        try (Hold hold = bench.client().lock(bench.name("several")).acquire()) {
            TwoPhaseTransaction first = twoPhase(bench);
            try (first) {
                hold.guard(first.connection());
                ledger.write(first.connection());
                CompletableFuture<Boolean> second = bench.crew().async(() -> {
                    try (TwoPhaseTransaction work = twoPhase(bench)) {
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

    private static TwoPhaseTransaction twoPhase(ContractFixture bench) throws SQLException {
        return new TwoPhaseTransaction(bench.source(), bench.database(), bench.name("branch") + System.nanoTime());
    }
}
