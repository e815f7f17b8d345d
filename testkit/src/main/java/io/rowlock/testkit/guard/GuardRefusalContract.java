package io.rowlock.testkit.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.Database;
import io.rowlock.Hold;
import io.rowlock.LockException;
import io.rowlock.LockStoreException;
import io.rowlock.ResumedHold;
import io.rowlock.Rowlock;
import io.rowlock.testkit.fixture.Contract;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.source.LentDataSource;
import io.rowlock.testkit.sql.Journal;
import io.rowlock.testkit.sql.Ledger;
import io.rowlock.testkit.sql.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

/** A connection on which a guard would mean nothing is refused, with the reason; and at each isolation it is right or refused. */
public interface GuardRefusalContract extends Contract {

    @Promise
    default void aConnectionInAutocommitIsRefused(ContractFixture bench) throws SQLException {
        try (Hold hold = bench.client().lock(bench.name("auto")).acquire();
                Connection connection = bench.source().getConnection()) {
            assertRefused(hold, connection, "autocommit");
            assertThat(hold.check()).isTrue();
        }
    }

    /** MySQL's driver does not notice when a statement changes the mode. */
    @Promise
    default void aConnectionThatCommitsEachStatementBehindTheDriversBackIsRefused(ContractFixture bench)
            throws SQLException {
        if (bench.database() == Database.POSTGRESQL) {
            return; // Its driver begins transactions itself, and the server has no such mode.
        }
        try (Hold hold = bench.client().lock(bench.name("committed")).acquire();
                Connection connection = bench.source().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(bench.database() == Database.H2 ? "SET AUTOCOMMIT TRUE" : "SET autocommit = 1");
            assertRefused(hold, connection, "autocommit");
            assertThat(hold.check()).isTrue();
        }
    }

    @Promise
    default void aReadOnlyConnectionIsRefused(ContractFixture bench) throws SQLException {
        if (!bench.honoursReadOnly()) {
            return; // Such a database says that the connection may write, and it may.
        }
        try (Hold hold = bench.client().lock(bench.name("reader")).acquire();
                Connection connection = bench.source().getConnection()) {
            connection.setReadOnly(true);
            connection.setAutoCommit(false);
            assertRefused(hold, connection, "read-only");
            connection.rollback();
        }
    }

    @Promise
    default void aClosedConnectionIsAnErrorThatNamesTheLock(ContractFixture bench) throws SQLException {
        String name = bench.name("closed");
        try (Hold hold = bench.client().lock(name).acquire()) {
            Connection connection = bench.source().getConnection();
            connection.close();
            assertThatThrownBy(() -> hold.guard(connection))
                    .isInstanceOfAny(LockStoreException.class, IllegalArgumentException.class)
                    .hasMessageContaining(name)
                    .message()
                    .containsPattern("(?i)connection.*closed");
            assertThat(hold.check()).isTrue();
        }
    }

    @Promise
    default void aConnectionToAnotherDatabaseIsRefused(ContractFixture bench) throws SQLException {
        bench.useOwnTable();
        try (Hold hold = bench.client().lock(bench.name("elsewhere")).acquire()) {
            rename(bench, bench.table(), bench.table() + "_away");
            bench.client().close();
            try (Transaction work = Transaction.on(bench.source())) {
                assertRefused(hold, work.connection(), "another database");
                work.rollback();
            } finally {
                bench.rows().drop();
                rename(bench, bench.table() + "_away", bench.table());
            }
            assertThat(hold.check()).isTrue();
        }
    }

    @Promise
    default void aDatabaseWithoutTheTableIsAnErrorThatNamesTheLock(ContractFixture bench) throws SQLException {
        bench.useOwnTable();
        String name = bench.name("tableless");
        try (Hold hold = bench.client().lock(name).acquire()) {
            rename(bench, bench.table(), bench.table() + "_away");
            try (Transaction work = Transaction.on(bench.source())) {
                assertThatExceptionOfType(LockStoreException.class)
                        .isThrownBy(() -> hold.guard(work.connection()))
                        .withMessageContaining(name);
                work.rollback();
            } finally {
                rename(bench, bench.table() + "_away", bench.table());
            }
            assertThat(hold.check()).isTrue();
        }
    }

    /** With the lock's table out of the way, a connection leads to a database that does not have it. */
    private static void rename(ContractFixture bench, String from, String to) {
        bench.rows().dropView();
        bench.run(List.of("ALTER TABLE " + from + " RENAME TO " + to));
    }

    @Promise
    default void aRefusedReleaseLeavesTheHoldAsItWas(ContractFixture bench) throws SQLException {
        try (Hold hold = bench.client().lock(bench.name("auto")).acquire();
                Connection connection = bench.source().getConnection()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> hold.releaseWith(connection))
                    .withMessageContaining("autocommit");
            assertThat(hold.isHeld()).isTrue();
            assertThat(hold.check()).isTrue();
        }
    }

    @Promise
    default void atReadCommittedItIsRight(ContractFixture bench) throws SQLException {
        assertRightOrRefused(bench, Connection.TRANSACTION_READ_COMMITTED);
    }

    @Promise
    default void atRepeatableReadItIsRightOrRefused(ContractFixture bench) throws SQLException {
        assertRightOrRefused(bench, Connection.TRANSACTION_REPEATABLE_READ);
    }

    @Promise
    default void atSerializableItIsRightOrRefused(ContractFixture bench) throws SQLException {
        assertRightOrRefused(bench, Connection.TRANSACTION_SERIALIZABLE);
    }

    private static void assertRefused(Hold hold, Connection connection, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> hold.guard(connection))
                .withMessageContaining(hold.key().name())
                .withMessageContaining(why);
        assertThat(hold.isHeld()).isTrue();
    }

    private static void assertRightOrRefused(ContractFixture bench, int isolation) throws SQLException {
        assertFirstInItsTransactionItWorks(bench, isolation);
        if (!readsStopWriters(bench, isolation)) {
            assertReadsAfterItAreFresh(bench, isolation);
        }
        assertNoOldViewHidesATakeover(bench, isolation);
    }

    /** InnoDB locks what is read at SERIALIZABLE, so nobody writes it until the reader ends. */
    private static boolean readsStopWriters(ContractFixture bench, int isolation) {
        return isolation == Connection.TRANSACTION_SERIALIZABLE
                && (bench.database() == Database.MYSQL || bench.database() == Database.MARIADB);
    }

    private static void assertFirstInItsTransactionItWorks(ContractFixture bench, int isolation) throws SQLException {
        Ledger ledger = bench.ledger();
        LentDataSource lent = bench.lent(connection -> connection.setTransactionIsolation(isolation));
        try (Hold hold = bench.client().lock(bench.name("first-" + isolation)).acquire();
                Transaction work = Transaction.on(bench.source(), isolation)) {
            for (int entry = 1; entry <= 3; entry++) {
                hold.<Boolean, SQLException>guarded(lent, connection -> {
                    ledger.write(connection);
                    return true;
                });
                assertThat(ledger.entriesSeenByOthers()).isEqualTo(entry);
            }
            if (!mayAlwaysBeRefused(bench, isolation)) {
                hold.guard(work.connection());
                ledger.write(work.connection());
                work.commit();
                assertThat(ledger.entriesSeenByOthers()).isEqualTo(4);
            }
        }
    }

    /** H2 has a view of each table by itself, and does not tell whether there is one. */
    private static boolean mayAlwaysBeRefused(ContractFixture bench, int isolation) {
        return bench.database() == Database.H2 && isolation == Connection.TRANSACTION_REPEATABLE_READ;
    }

    /** The transaction has read before it was granted the lock, and another holder has written since. */
    private static void assertReadsAfterItAreFresh(ContractFixture bench, int isolation) throws SQLException {
        Rowlock client = bench.client();
        String name = bench.name("fresh-" + isolation);
        Journal journal = Journal.create(bench.testDatabase().dataSource(), name);
        client.lock(name).acquire().close();
        try (Transaction work = Transaction.on(bench.source(), isolation)) {
            assertThat(journal.entriesSeenBy(work.connection())).isZero();
            try (Hold before = bench.client().lock(name).acquire();
                    Transaction theirs = Transaction.on(bench.source())) {
                before.guard(theirs.connection());
                journal.write(theirs.connection(), before.token());
                theirs.commit();
            }
            try (Hold hold = client.lock(name).acquire()) {
                if (guards(hold, work)) {
                    assertThat(journal.entriesSeenBy(work.connection()))
                            .as("what a guarded transaction reads of the last holder's")
                            .isOne();
                } else if (!mayAlwaysBeRefused(bench, isolation)) {
                    work.rollback();
                    hold.guard(work.connection());
                    assertThat(journal.entriesSeenBy(work.connection())).isOne();
                }
                work.rollback();
            }
        }
    }

    private static boolean guards(Hold hold, Transaction work) {
        try {
            hold.guard(work.connection());
            return true;
        } catch (LockException | IllegalArgumentException refused) {
            return false;
        }
    }

    /** The transaction's view is from before the takeover, when the grant still stood, and was renewed. */
    private static void assertNoOldViewHidesATakeover(ContractFixture bench, int isolation) throws SQLException {
        Rowlock client = bench.client();
        String name = bench.name("view-" + isolation);
        Journal journal = Journal.create(bench.testDatabase().dataSource(), name);
        ResumedHold stale = client.resume(client.lock(name).acquire().detach());
        try (Transaction work = Transaction.on(bench.source(), isolation)) {
            assertThat(journal.entriesSeenBy(work.connection())).isZero();
            stale.extend(Duration.ofSeconds(30));
            client.admin().revokeNow(name, stale.ticket().token());
            try (Hold next = client.lock(name).acquire()) {
                assertThatExceptionOfType(RuntimeException.class)
                        .isThrownBy(() -> stale.guard(work.connection()))
                        .isInstanceOfAny(LockException.class, IllegalArgumentException.class);
                work.rollback();
                assertThat(next.check()).isTrue();
            }
        }
    }
}
