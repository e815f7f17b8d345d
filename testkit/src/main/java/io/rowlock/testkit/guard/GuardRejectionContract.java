package io.rowlock.testkit.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.Database;
import io.rowlock.Hold;
import io.rowlock.LockException;
import io.rowlock.LockLostException;
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

/** A connection on which a guard would mean nothing is rejected, with the reason; and at each isolation it is right or rejected. */
public interface GuardRejectionContract extends Contract {

    /** A process that is stopped right after its rejection must not hold up those who follow. */
    @Promise
    default void aRejectedGuardWhoseTransactionStaysOpenDoesNotHoldUpTheNextHolder(ContractFixture fixture)
            throws SQLException {
        String name = fixture.name("stale");
        ResumedHold stale =
                fixture.client().resume(fixture.client().lock(name).acquire().detach());
        fixture.rows().set(name, "expires_us", 1);
        Rowlock other = fixture.client();
        Hold next = other.lock(name).acquire();
        try (Transaction work = Transaction.on(fixture.source(), Connection.TRANSACTION_READ_COMMITTED)) {
            assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> stale.guard(work.connection()));
            next.renew();
            next.close();
            assertThat(other.lock(name).tryAcquire().map(ContractFixture::closed))
                    .contains(true);
        }
    }

    @Promise
    default void aConnectionInAutocommitIsRejected(ContractFixture fixture) throws SQLException {
        try (Hold hold = fixture.client().lock(fixture.name("auto")).acquire();
                Connection connection = fixture.source().getConnection()) {
            assertRejected(hold, connection, "autocommit");
            assertThat(hold.check()).isTrue();
        }
    }

    /** MySQL's driver does not notice when a statement changes the mode. */
    @Promise
    default void aConnectionThatCommitsEachStatementBehindTheDriversBackIsRejected(ContractFixture fixture)
            throws SQLException {
        if (fixture.database() == Database.POSTGRESQL) {
            return; // Its driver begins transactions itself, and the server has no such mode.
        }
        try (Hold hold = fixture.client().lock(fixture.name("committed")).acquire();
                Connection connection = fixture.source().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(fixture.database() == Database.H2 ? "SET AUTOCOMMIT TRUE" : "SET autocommit = 1");
            assertRejected(hold, connection, "autocommit");
            assertThat(hold.check()).isTrue();
        }
    }

    @Promise
    default void aReadOnlyConnectionIsRejected(ContractFixture fixture) throws SQLException {
        if (!fixture.honoursReadOnly()) {
            return; // Such a database says that the connection may write, and it may.
        }
        try (Hold hold = fixture.client().lock(fixture.name("reader")).acquire();
                Connection connection = fixture.source().getConnection()) {
            connection.setReadOnly(true);
            connection.setAutoCommit(false);
            assertRejected(hold, connection, "read-only");
            connection.rollback();
        }
    }

    @Promise
    default void aClosedConnectionIsAnErrorThatNamesTheLock(ContractFixture fixture) throws SQLException {
        String name = fixture.name("closed");
        try (Hold hold = fixture.client().lock(name).acquire()) {
            Connection connection = fixture.source().getConnection();
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
    default void aConnectionToAnotherDatabaseIsRejected(ContractFixture fixture) throws SQLException {
        fixture.useOwnTable();
        try (Hold hold = fixture.client().lock(fixture.name("elsewhere")).acquire()) {
            rename(fixture, fixture.table(), fixture.table() + "_away");
            fixture.client().close();
            try (Transaction work = Transaction.on(fixture.source())) {
                assertRejected(hold, work.connection(), "another database");
                work.rollback();
            } finally {
                fixture.rows().drop();
                rename(fixture, fixture.table() + "_away", fixture.table());
            }
            assertThat(hold.check()).isTrue();
        }
    }

    @Promise
    default void aDatabaseWithoutTheTableIsAnErrorThatNamesTheLock(ContractFixture fixture) throws SQLException {
        fixture.useOwnTable();
        String name = fixture.name("tableless");
        try (Hold hold = fixture.client().lock(name).acquire()) {
            rename(fixture, fixture.table(), fixture.table() + "_away");
            try (Transaction work = Transaction.on(fixture.source())) {
                assertThatExceptionOfType(LockStoreException.class)
                        .isThrownBy(() -> hold.guard(work.connection()))
                        .withMessageContaining(name);
                work.rollback();
            } finally {
                rename(fixture, fixture.table() + "_away", fixture.table());
            }
            assertThat(hold.check()).isTrue();
        }
    }

    /** With the lock's table out of the way, a connection leads to a database that does not have it. */
    private static void rename(ContractFixture fixture, String from, String to) {
        fixture.rows().dropView();
        fixture.run(List.of("ALTER TABLE " + from + " RENAME TO " + to));
    }

    @Promise
    default void aRejectedReleaseLeavesTheHoldAsItWas(ContractFixture fixture) throws SQLException {
        try (Hold hold = fixture.client().lock(fixture.name("auto")).acquire();
                Connection connection = fixture.source().getConnection()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> hold.releaseWith(connection))
                    .withMessageContaining("autocommit");
            assertThat(hold.isHeld()).isTrue();
            assertThat(hold.check()).isTrue();
        }
    }

    @Promise
    default void atReadCommittedItIsRight(ContractFixture fixture) throws SQLException {
        assertRightOrRejected(fixture, Connection.TRANSACTION_READ_COMMITTED);
    }

    @Promise
    default void atRepeatableReadItIsRightOrRejected(ContractFixture fixture) throws SQLException {
        assertRightOrRejected(fixture, Connection.TRANSACTION_REPEATABLE_READ);
    }

    @Promise
    default void atSerializableItIsRightOrRejected(ContractFixture fixture) throws SQLException {
        assertRightOrRejected(fixture, Connection.TRANSACTION_SERIALIZABLE);
    }

    private static void assertRejected(Hold hold, Connection connection, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> hold.guard(connection))
                .withMessageContaining(hold.key().name())
                .withMessageContaining(why);
        assertThat(hold.isHeld()).isTrue();
    }

    private static void assertRightOrRejected(ContractFixture fixture, int isolation) throws SQLException {
        assertFirstInItsTransactionItWorks(fixture, isolation);
        if (!readsStopWriters(fixture, isolation)) {
            assertReadsAfterItAreFresh(fixture, isolation);
        }
        assertNoOldViewHidesATakeover(fixture, isolation);
    }

    /** InnoDB locks what is read at SERIALIZABLE, so nobody writes it until the reader ends. */
    private static boolean readsStopWriters(ContractFixture fixture, int isolation) {
        return isolation == Connection.TRANSACTION_SERIALIZABLE
                && (fixture.database() == Database.MYSQL || fixture.database() == Database.MARIADB);
    }

    private static void assertFirstInItsTransactionItWorks(ContractFixture fixture, int isolation) throws SQLException {
        Ledger ledger = fixture.ledger();
        LentDataSource lent = fixture.lent(connection -> connection.setTransactionIsolation(isolation));
        try (Hold hold = fixture.client()
                        .lock(fixture.name("first-" + isolation))
                        .acquire();
                Transaction work = Transaction.on(fixture.source(), isolation)) {
            for (int entry = 1; entry <= 3; entry++) {
                hold.<Boolean, SQLException>guarded(lent, connection -> {
                    ledger.write(connection);
                    return true;
                });
                assertThat(ledger.entriesSeenByOthers()).isEqualTo(entry);
            }
            if (!mayAlwaysBeRejected(fixture, isolation)) {
                hold.guard(work.connection());
                ledger.write(work.connection());
                work.commit();
                assertThat(ledger.entriesSeenByOthers()).isEqualTo(4);
            }
        }
    }

    /** H2 has a view of each table by itself, and does not tell whether there is one. */
    private static boolean mayAlwaysBeRejected(ContractFixture fixture, int isolation) {
        return fixture.database() == Database.H2 && isolation == Connection.TRANSACTION_REPEATABLE_READ;
    }

    /** The transaction has read before it was granted the lock, and another holder has written since. */
    private static void assertReadsAfterItAreFresh(ContractFixture fixture, int isolation) throws SQLException {
        Rowlock client = fixture.client();
        String name = fixture.name("fresh-" + isolation);
        Journal journal = Journal.create(fixture.testDatabase().dataSource(), name);
        client.lock(name).acquire().close();
        try (Transaction work = Transaction.on(fixture.source(), isolation)) {
            assertThat(journal.entriesSeenBy(work.connection())).isZero();
            try (Hold before = fixture.client().lock(name).acquire();
                    Transaction theirs = Transaction.on(fixture.source())) {
                before.guard(theirs.connection());
                journal.write(theirs.connection(), before.token());
                theirs.commit();
            }
            try (Hold hold = client.lock(name).acquire()) {
                if (guards(hold, work)) {
                    assertThat(journal.entriesSeenBy(work.connection()))
                            .as("what a guarded transaction reads of the last holder's")
                            .isOne();
                } else if (!mayAlwaysBeRejected(fixture, isolation)) {
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
        } catch (LockException | IllegalArgumentException rejected) {
            return false;
        }
    }

    /** The transaction's view is from before the takeover, when the grant still stood, and was renewed. */
    private static void assertNoOldViewHidesATakeover(ContractFixture fixture, int isolation) throws SQLException {
        Rowlock client = fixture.client();
        String name = fixture.name("view-" + isolation);
        Journal journal = Journal.create(fixture.testDatabase().dataSource(), name);
        ResumedHold stale = client.resume(client.lock(name).acquire().detach());
        try (Transaction work = Transaction.on(fixture.source(), isolation)) {
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
