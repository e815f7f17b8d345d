package io.rowlock.testkit.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.rowlock.Database;
import io.rowlock.Hold;
import io.rowlock.LockLostException;
import io.rowlock.LockStoreException;
import io.rowlock.LockTicket;
import io.rowlock.ResumedHold;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.source.CountingDataSource;
import io.rowlock.testkit.source.FailingDataSource;
import io.rowlock.testkit.source.LentDataSource;
import io.rowlock.testkit.source.SharedSessionDataSource;
import io.rowlock.testkit.source.ThreadBoundDataSource;
import io.rowlock.testkit.sql.Ledger;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.concurrent.atomic.AtomicReference;

/** {@code guarded}: opens the transaction, guards first, runs the work and commits; the form that cannot be got wrong. */
public interface GuardedContract extends Contract {

    @Promise
    default void theWorkIsCommittedAndItsResultReturned(ContractFixture fixture) throws SQLException {
        Ledger ledger = fixture.ledger();
        try (Hold hold = fixture.client().lock(fixture.name("work")).acquire()) {
            String result = hold.guarded(fixture.watched(), connection -> {
                ledger.write(connection);
                assertThat(ledger.entriesSeenByOthers()).isZero();
                return "done";
            });
            assertThat(result).isEqualTo("done");
            assertThat(ledger.entriesSeenByOthers()).isOne();
        }
    }

    @Promise
    default void workThatReturnsNothingIsCommittedTooOrRolledBack(ContractFixture fixture) throws SQLException {
        Ledger ledger = fixture.ledger();
        SQLException failure = new SQLException("no such item");
        try (Hold hold = fixture.client().lock(fixture.name("work")).acquire()) {
            hold.runGuarded(fixture.source(), connection -> ledger.write(connection));
            hold.runGuarded(fixture.source(), ledger::write);
            assertThatThrownBy(() -> hold.runGuarded(fixture.source(), connection -> {
                        ledger.write(connection);
                        throw failure;
                    }))
                    .isSameAs(failure);
            assertThat(ledger.entriesSeenByOthers()).isEqualTo(2);
            LockTicket ticket = hold.detach();
            ResumedHold resumed = fixture.client().resume(ticket);
            resumed.runGuarded(fixture.source(), ledger::write);
            assertThat(resumed.release()).isTrue();
            assertThat(ledger.entriesSeenByOthers()).isEqualTo(3);
        }
    }

    @Promise
    default void workThatThrowsIsRolledBackAndItsExceptionPassedUnchanged(ContractFixture fixture) {
        Ledger ledger = fixture.ledger();
        IOException checked = new IOException("no paper");
        StackOverflowError error = new StackOverflowError();
        try (Hold hold = fixture.client().lock(fixture.name("work")).acquire()) {
            assertThatThrownBy(() -> hold.guarded(fixture.source(), connection -> {
                        ledger.write(connection);
                        throw checked;
                    }))
                    .isSameAs(checked);
            assertThatThrownBy(() -> hold.guarded(fixture.source(), connection -> {
                        ledger.write(connection);
                        throw error;
                    }))
                    .isSameAs(error);
            assertThat(ledger.entriesSeenByOthers()).isZero();
            assertThat(hold.check()).isTrue();
        }
    }

    @Promise
    default void theConnectionGoesBackAsItCame(ContractFixture fixture) throws SQLException {
        LentDataSource lent = fixture.lent(connection -> {});
        Ledger ledger = fixture.ledger();
        try (Hold hold = fixture.client().lock(fixture.name("work")).acquire()) {
            hold.guarded(lent, connection -> {
                ledger.write(connection);
                return true;
            });
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> hold.guarded(lent, connection -> {
                        throw new IllegalArgumentException("the work's own");
                    }));
        }
        assertThat(lent.open()).isZero();
        assertThat(lent.returned()).hasSize(2).isEqualTo(lent.lent());
    }

    @Promise
    default void aPoolThatLendsWithAutocommitOffServes(ContractFixture fixture) throws SQLException {
        assertServes(fixture, connection -> connection.setAutoCommit(false));
    }

    /** A pool checks a connection that was idle for a while, and may do so after it has switched autocommit off. */
    @Promise
    default void aPoolThatValidatesConnectionsWithAutocommitOffServes(ContractFixture fixture) throws SQLException {
        assertServes(fixture, connection -> {
            connection.setAutoCommit(false);
            assertThat(connection.isValid(10)).isTrue();
        });
    }

    private static void assertServes(ContractFixture fixture, LentDataSource.ConnectionSetup withoutAutocommit)
            throws SQLException {
        LentDataSource lent = fixture.lent(withoutAutocommit);
        Ledger ledger = fixture.ledger();
        try (Hold hold = fixture.client().lock(fixture.name("work")).acquire()) {
            if (hidesTransactions(fixture)) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> hold.guarded(lent, connection -> true))
                        .withMessageContaining("autocommit");
                return;
            }
            hold.guarded(lent, connection -> {
                ledger.write(connection);
                return true;
            });
            assertThatIllegalStateException()
                    .isThrownBy(() -> hold.guarded(lent, connection -> {
                        ledger.write(connection);
                        throw new IllegalStateException("the work's own");
                    }));
        }
        assertThat(ledger.entriesSeenByOthers()).isEqualTo(1);
        assertThat(lent.returned()).hasSize(2).isEqualTo(lent.lent());
    }

    /** H2 does not tell whether a transaction is open that has only read. */
    private static boolean hidesTransactions(ContractFixture fixture) {
        return fixture.database() == Database.H2;
    }

    /** Within a thread's transaction a container's data source lends the transaction's own connection. */
    @Promise
    default void theThreadsOwnTransactionThatHasOnlyReadIsRejectedAndLeftAlone(ContractFixture fixture)
            throws SQLException {
        ThreadBoundDataSource bound = fixture.threadBound();
        Ledger ledger = fixture.ledger();
        Hold hold = fixture.client().lock(fixture.name("work")).acquire();
        try (ThreadBoundDataSource.Transaction transaction = bound.begin()) {
            Connection own = bound.getConnection();
            own.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            assertThat(ledger.entries(own)).isZero();
            Savepoint savepoint = own.setSavepoint();
            fixture.sql().run("INSERT INTO " + ledger + " VALUES (1)");

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> hold.guarded(bound, connection -> {
                        throw new AssertionError("the work was run in the caller's transaction");
                    }))
                    .withMessageContaining("transaction");
            assertThat(ledger.entries(own)).as("entries in the same view").isZero();
            own.rollback(savepoint);
            transaction.rollback();
        }
        assertThat(hold.isHeld()).isTrue();
        hold.close();
    }

    @Promise
    default void aConnectionInTheMiddleOfATransactionIsRejectedAndLeftAlone(ContractFixture fixture)
            throws SQLException {
        Ledger ledger = fixture.ledger();
        try (SharedSessionDataSource shared = new SharedSessionDataSource(fixture.watched());
                Connection own = shared.getConnection();
                Hold hold = fixture.client().lock(fixture.name("work")).acquire()) {
            own.setAutoCommit(false);
            ledger.write(own);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> hold.guarded(shared, connection -> true))
                    .withMessageContaining("transaction");
            assertThat(hold.isHeld()).isTrue();
            own.commit();
        }
        assertThat(ledger.entriesSeenByOthers()).isEqualTo(1);
    }

    @Promise
    default void aConnectionThatCannotBeginATransactionIsGivenBack(ContractFixture fixture) {
        CountingDataSource counted =
                fixture.watched(new FailingDataSource(fixture.testDatabase().dataSource(), "setAutoCommit"));
        try (Hold hold = fixture.client().lock(fixture.name("work")).acquire()) {
            assertThatExceptionOfType(LockStoreException.class)
                    .isThrownBy(() -> hold.guarded(counted, connection -> true));
            assertThat(hold.isHeld()).isTrue();
        }
        assertThat(counted.taken()).isOne();
        assertThat(counted.open()).isZero();
    }

    @Promise
    default void aStaleHoldRunsNoWorkAndIsKnownToBeLost(ContractFixture fixture) {
        Rowlock client = fixture.client();
        Hold stale = client.lock(fixture.name("stale")).acquire();
        client.admin().revokeNow(stale.key().name(), stale.token());
        assertThatExceptionOfType(LockLostException.class)
                .isThrownBy(() -> stale.guarded(fixture.source(), connection -> {
                    throw new AssertionError("the work was run");
                }));
        assertThat(stale.isHeld()).isFalse();
    }

    /** On some databases a deadlock ends the whole transaction, the guard with it, and the next statement begins another. */
    @Promise
    default void workThatSwallowsTheEndOfItsTransactionDoesNotCommitUnguarded(ContractFixture fixture)
            throws SQLException {
        Ledger ledger = fixture.ledger();
        Rowlock client = fixture.client();
        String name = fixture.name("swallowed");
        Hold hold = client.lock(name).acquire();
        AtomicReference<Hold> next = new AtomicReference<>();
        try {
            hold.guarded(fixture.source(), connection -> {
                connection.rollback(); // As a deadlock does, without a word to those who do not listen.
                client.admin().revokeNow(name, hold.token());
                next.set(fixture.client().lock(name).acquire());
                ledger.write(connection);
                return true;
            });
        } catch (LockLostException rejected) {
            assertThat(ledger.entriesSeenByOthers()).isZero();
            return;
        }
        assertThat(ledger.entriesSeenByOthers())
                .as("entries that were committed after a later grant")
                .isZero();
    }

    /** Connections that were in a transaction a moment ago, of which another thread may still have an old view. */
    @Promise
    default void severalThreadsGuardAgainAndAgainOverAPool(ContractFixture fixture) throws SQLException {
        Ledger ledger = fixture.ledger();
        try (HikariDataSource pool = pool(fixture, 3);
                Hold hold = fixture.client().lock(fixture.name("work")).acquire()) {
            fixture.crew().together(3, number -> {
                for (int round = 0; round < 40; round++) {
                    hold.<Boolean, RuntimeException>guarded(pool, connection -> written(ledger, connection));
                }
            });
            assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
        }
        assertThat(ledger.entriesSeenByOthers()).isEqualTo(120);
    }

    private static boolean written(Ledger ledger, Connection connection) {
        try {
            ledger.write(connection);
            return true;
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static HikariDataSource pool(ContractFixture fixture, int size) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(fixture.source());
        config.setMaximumPoolSize(size);
        return new HikariDataSource(config);
    }
}
