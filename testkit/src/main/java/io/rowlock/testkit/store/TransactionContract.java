package io.rowlock.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.Database;
import io.rowlock.Hold;
import io.rowlock.LockSetupException;
import io.rowlock.Rowlock;
import io.rowlock.RowlockBuilder;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.source.CountingDataSource;
import io.rowlock.testkit.source.LentDataSource;
import io.rowlock.testkit.source.SharedSessionDataSource;
import io.rowlock.testkit.source.SmallPool;
import io.rowlock.testkit.source.ThreadBoundDataSource;
import io.rowlock.testkit.sql.Ledger;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * S10: a caller's transaction is never joined, committed or rolled back, even where the data source binds connections to
 * threads, as a container's does. A grant stands, whatever becomes of the caller's work.
 */
public interface TransactionContract extends Contract {

    @Promise
    default void theCallersTransactionIsNotCommitted(ContractFixture fixture) throws SQLException {
        Rowlock client = fixture.client();
        Ledger ledger = fixture.ledger();
        try (Connection own = fixture.testDatabase().dataSource().getConnection()) {
            own.setAutoCommit(false);
            ledger.write(own);
            useLocks(client, fixture.name("within"));

            assertThat(own.getAutoCommit()).isFalse();
            assertThat(ledger.entriesSeenByOthers()).isZero();
            own.rollback();
        }
        assertThat(ledger.entriesSeenByOthers()).isZero();
    }

    @Promise
    default void theCallersTransactionIsNotRolledBack(ContractFixture fixture) throws SQLException {
        Rowlock client = fixture.client();
        Ledger ledger = fixture.ledger();
        try (Connection own = fixture.testDatabase().dataSource().getConnection()) {
            own.setAutoCommit(false);
            ledger.write(own);
            try (Hold taken = fixture.client().lock(fixture.name("busy")).acquire()) {
                assertThat(client.lock(taken.key().name()).tryAcquire()).isEmpty();
            }
            own.commit();
        }
        assertThat(ledger.entriesSeenByOthers()).isEqualTo(1);
    }

    /** A data source of one connection for all, on which the application is in a transaction. */
    @Promise
    default void aSharedConnectionIsRejectedAndItsTransactionLeftAlone(ContractFixture fixture) throws SQLException {
        fixture.client();
        Ledger ledger = fixture.ledger();
        try (SharedSessionDataSource shared = new SharedSessionDataSource(fixture.watched());
                Connection own = shared.getConnection()) {
            own.setAutoCommit(false);
            ledger.write(own);
            assertThatExceptionOfType(LockSetupException.class)
                    .isThrownBy(() -> fixture.client(shared))
                    .withMessageContainingAll("same connection", "pool");
            own.commit();
        }
        assertThat(ledger.entriesSeenByOthers()).isEqualTo(1);
    }

    /**
     * A pool that resets nothing has only connections on which an application has forgotten a transaction. The locks work all
     * the same, also where the driver cannot abort a connection, H2's. There alone the transaction is rolled back by a statement.
     */
    @Promise
    default void aForgottenTransactionIsNeitherCommittedNorRolledBack(ContractFixture fixture) throws SQLException {
        CountingDataSource sent = fixture.watched();
        SmallPool pool = fixture.pool(2, sent);
        Ledger ledger = fixture.ledger();
        Rowlock client = fixture.client(pool);
        fixture.await().until(() -> pool.lent() == 0);
        forgetTransactions(pool, connection -> ledger.write(connection));
        sent.reset();
        useLocks(client, fixture.name("forgotten"));
        assertThat(ledger.entriesSeenByOthers()).isZero();
        assertNeitherCommittedNorRolledBack(fixture, sent);
    }

    /** The first connection is in order, and the second is not. */
    @Promise
    default void aForgottenTransactionIsLeftAloneAtStartup(ContractFixture fixture) throws SQLException {
        assertLeftAloneAtStartup(fixture, settings -> settings);
        assertLeftAloneAtStartup(fixture, RowlockBuilder::connectionBound);
    }

    private static void assertLeftAloneAtStartup(ContractFixture fixture, UnaryOperator<RowlockBuilder> settings)
            throws SQLException {
        fixture.client();
        CountingDataSource sent = fixture.watched();
        SmallPool pool = fixture.pool(6, sent);
        Ledger ledger = fixture.ledger();
        try (Connection lentNext = pool.getConnection()) {
            forgetTransactions(pool, connection -> ledger.write(connection));
            assertThat(lentNext.getAutoCommit()).isTrue();
        }
        sent.reset();
        useLocks(fixture.client(pool, settings), fixture.name("startup"));
        assertThat(ledger.entriesSeenByOthers()).isZero();
        assertNeitherCommittedNorRolledBack(fixture, sent);
    }

    /** A transaction that has only locked has as much to lose as one that has written. */
    @Promise
    default void aForgottenTransactionThatHasOnlyLockedIsNotRolledBack(ContractFixture fixture) throws SQLException {
        for (String lock : locks(fixture)) {
            CountingDataSource sent = fixture.watched();
            SmallPool pool = fixture.pool(2, sent);
            Rowlock client = fixture.client(pool);
            fixture.await().until(() -> pool.lent() == 0);
            forgetTransactions(pool, connection -> execute(connection, lock.replace("{table}", withARow(fixture))));
            sent.reset();
            useLocks(client, fixture.name("locked"));
            assertNeitherCommittedNorRolledBack(fixture, sent);
        }
    }

    /** PostgreSQL has locks of which no transaction number tells. */
    private static List<String> locks(ContractFixture fixture) {
        String row = "SELECT * FROM {table} FOR UPDATE";
        return fixture.database() == Database.POSTGRESQL
                ? List.of(row, "LOCK TABLE {table} IN SHARE MODE", "SELECT pg_advisory_xact_lock_shared(4711)")
                : List.of(row);
    }

    private static String withARow(ContractFixture fixture) throws SQLException {
        Ledger ledger = fixture.ledger();
        try (Connection connection = fixture.testDatabase().dataSource().getConnection()) {
            ledger.write(connection);
        }
        return ledger.toString();
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Leaves each connection that a pool has not lent in the middle of a transaction. */
    private static void forgetTransactions(SmallPool pool, LentDataSource.ConnectionSetup begin) throws SQLException {
        List<Connection> lent = new ArrayList<>();
        while (pool.lent() < pool.size()) {
            lent.add(pool.getConnection());
        }
        for (Connection connection : lent) {
            connection.setAutoCommit(false);
            begin.apply(connection);
            connection.close();
        }
    }

    private static void assertNeitherCommittedNorRolledBack(ContractFixture fixture, CountingDataSource sent) {
        assertThat(sent.statements()).isNotEmpty().doesNotContain("commit");
        if (fixture.database() != Database.H2) {
            assertThat(sent.statements()).doesNotContain("rollback");
        }
    }

    @Promise
    default void aConnectionBoundToTheCallersThreadIsNotUsed(ContractFixture fixture) throws SQLException {
        ThreadBoundDataSource bound = fixture.threadBound();
        Rowlock client = fixture.client(bound);
        Ledger ledger = fixture.ledger();
        String name = fixture.name("bound");

        try (ThreadBoundDataSource.Transaction transaction = bound.begin()) {
            ledger.write(bound.getConnection());
            int uses = transaction.uses();
            useLocks(client, fixture.name("within"));
            Hold kept = client.lock(name).acquire();

            assertThat(transaction.uses()).as("uses of the caller's connection").isEqualTo(uses);
            assertThat(ledger.entriesSeenByOthers()).isZero();
            assertThat(fixture.client().lock(name).tryAcquire())
                    .as("visible to other clients")
                    .isEmpty();

            transaction.rollback();
            assertThat(kept.check()).as("the grant outlives the rollback").isTrue();
            kept.close();
        }
        assertThat(ledger.entriesSeenByOthers()).isZero();
    }

    @Promise
    default void aReleaseIsSeenByOthersBeforeTheCallerCommits(ContractFixture fixture) throws SQLException {
        ThreadBoundDataSource bound = fixture.threadBound();
        Rowlock client = fixture.client(bound);
        Ledger ledger = fixture.ledger();
        String name = fixture.name("bound");

        try (ThreadBoundDataSource.Transaction transaction = bound.begin()) {
            ledger.write(bound.getConnection());
            client.lock(name).acquire().close();
            assertThat(fixture.client().lock(name).tryAcquire()).isPresent();
            transaction.commit();
        }
        assertThat(ledger.entriesSeenByOthers()).isEqualTo(1);
    }

    @Promise
    default void settingUpWithinTheCallersTransactionLeavesItAlone(ContractFixture fixture) throws SQLException {
        fixture.useOwnTable();
        ThreadBoundDataSource bound = fixture.threadBound();
        Ledger ledger = fixture.ledger();

        try (ThreadBoundDataSource.Transaction transaction = bound.begin()) {
            ledger.write(bound.getConnection());
            useLocks(fixture.client(bound), fixture.name("within"));
            assertThat(ledger.entriesSeenByOthers()).isZero();
            transaction.rollback();
        }
        assertThat(ledger.entriesSeenByOthers()).isZero();
    }

    private static void useLocks(Rowlock client, String name) {
        try (Hold hold = client.lock(name).acquire()) {
            hold.renew();
            assertThat(hold.check()).isTrue();
            assertThat(client.admin().find(name)).isPresent();
        }
    }
}
