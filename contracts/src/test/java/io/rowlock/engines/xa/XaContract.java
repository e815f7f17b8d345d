package io.rowlock.engines.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.rowlock.Fence;
import io.rowlock.Hold;
import io.rowlock.StaleTokenException;
import io.rowlock.engines.server.ServerEngine;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.guard.TwoPhaseContract;
import io.rowlock.testkit.source.PlainDataSource;
import io.rowlock.testkit.sql.Ledger;
import io.rowlock.testkit.sql.TwoPhaseTransaction;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** Two-phase commit through a driver's own data source, and what a guard makes of its connections outside of branches. */
interface XaContract extends TwoPhaseContract {

    @Override
    ServerEngine database();

    /** The address, which names the driver. */
    default String url() {
        return database().jdbcUrl();
    }

    @Override
    default TwoPhaseTransaction twoPhase(ContractFixture fixture) throws SQLException {
        return new XaBranch(XaSource.of(database(), url()));
    }

    @Promise
    default void aFenceIsPassedInABranch(ContractFixture fixture) throws SQLException {
        String table = "fence_" + fixture.name("xa").replaceAll("[^A-Za-z0-9]", "_");
        Fence fence = Fence.table(table);
        fixture.afterClosing(() -> fixture.sql().run("DROP TABLE IF EXISTS " + table));
        try (Connection connection = fixture.source().getConnection()) {
            fence.createTable(connection);
        }
        try (TwoPhaseTransaction work = twoPhase(fixture)) {
            fence.pass(work.connection(), "stock", 7);
            work.prepare();
            work.commit();
        }
        try (TwoPhaseTransaction work = twoPhase(fixture)) {
            assertThatExceptionOfType(StaleTokenException.class)
                    .isThrownBy(() -> fence.pass(work.connection(), "stock", 6));
        }
    }

    /** A session that has had a branch is again one that commits each statement. */
    @Promise
    default void aConnectionIsRejectedBeforeItsBranchAndAfterIt(ContractFixture fixture)
            throws SQLException, XAException {
        Xid id = new BranchId();
        XAConnection session = XaSource.of(database(), url()).getXAConnection();
        try (Hold hold = fixture.client().lock(fixture.name("after")).acquire();
                Connection connection = session.getConnection()) {
            assertRejected(hold, connection);
            session.getXAResource().start(id, XAResource.TMNOFLAGS);
            hold.guard(connection);
            session.getXAResource().end(id, XAResource.TMSUCCESS);
            session.getXAResource().rollback(id);
            assertRejected(hold, connection);
            assertThat(hold.check()).isTrue();
        } finally {
            session.close();
        }
    }

    /** Its commit would not be that of the branch. */
    @Promise
    default void aGuardedTransactionDoesNotBeginWithinABranch(ContractFixture fixture) throws SQLException {
        Ledger ledger = fixture.ledger();
        try (Hold hold = fixture.client().lock(fixture.name("within")).acquire();
                TwoPhaseTransaction work = twoPhase(fixture)) {
            PlainDataSource lending = work::connection;
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> hold.<Boolean, SQLException>guarded(lending, connection -> {
                        ledger.write(connection);
                        return true;
                    }))
                    .withMessageContaining("transaction");
        }
        assertThat(ledger.entriesSeenByOthers()).isZero();
    }

    private static void assertRejected(Hold hold, Connection connection) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> hold.guard(connection))
                .withMessageContainingAll(hold.key().name(), "autocommit");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> hold.releaseWith(connection))
                .withMessageContaining("autocommit");
    }
}
