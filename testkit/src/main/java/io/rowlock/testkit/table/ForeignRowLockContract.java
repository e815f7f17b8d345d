package io.rowlock.testkit.table;

import static io.rowlock.testkit.table.ForeignTableDelaysContract.AHEAD;
import static io.rowlock.testkit.table.ForeignTableDelaysContract.acquire;
import static io.rowlock.testkit.table.ForeignTableDelaysContract.async;
import static io.rowlock.testkit.table.ForeignTableDelaysContract.claim;
import static io.rowlock.testkit.table.ForeignTableDelaysContract.now;
import static io.rowlock.testkit.table.ForeignTableDelaysContract.open;
import static io.rowlock.testkit.table.ForeignTableDelaysContract.send;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Database;
import io.rowlock.internal.jdbc.foreign.JdbcTableStores;
import io.rowlock.internal.store.AcquireResult;
import io.rowlock.internal.store.AcquireResult.Busy;
import io.rowlock.internal.store.AcquireResult.Granted;
import io.rowlock.internal.table.TableStore;
import io.rowlock.internal.time.Micros;
import io.rowlock.table.TableHold;
import io.rowlock.table.TableLock;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.fixture.TestDatabase;
import io.rowlock.testkit.sql.Transaction;
import io.rowlock.testkit.table.TableLocksContract.Kind;
import io.rowlock.testkit.table.TableLocksContract.TableFixture;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * S8 on tables that others have designed, while another transaction has the row locked, or inserts it: a claim waits a moment for
 * it, and is not granted after its latest time.
 */
public interface ForeignRowLockContract {

    /** How long a short transaction takes. */
    Duration MOMENT = Duration.ofMillis(300);

    /** The database under test. */
    TestDatabase database();

    /** The databases differ in which conditions of a statement they look at again after it has waited for a row. */
    @Promise
    default void aClaimWhoseRowIsLockedPastItsLatestTimeIsNotGrantedOnTablesOfOthers() throws Exception {
        for (Kind kind : Kind.values()) {
            try (TableFixture fixture = new TableFixture(database(), kind)) {
                JdbcTableStores stores = open(fixture, false);
                try (TableStore store = stores.get()) {
                    acquire(store, TableFixture.NAME);
                }
                fixture.classic.run("UPDATE " + fixture.table + " SET "
                        + kind.description().columns().expiry() + " = TIMESTAMP '2000-01-01 00:00:00'");
                assertNotGrantedAfterTheLock(fixture, stores, RowLock::locked);
                assertNotGrantedAfterTheLock(fixture, stores, RowLock::changed);
            }
        }
    }

    private static void assertNotGrantedAfterTheLock(TableFixture fixture, JdbcTableStores stores, HoldUp lock)
            throws Exception {
        CompletableFuture<AcquireResult> outcome;
        try (AutoCloseable locked = lock.of(fixture)) {
            long notAfter = now() + Micros.of(AHEAD);
            outcome = async(() -> send(stores, claim(TableFixture.NAME, notAfter)));
            fixture.classic.await().until(() -> now() > notAfter);
            assertThat(outcome).as("sent, and waiting for %s", locked).isNotDone();
        }
        assertThat(outcome.join()).as("claim on " + fixture.kind).isInstanceOf(Busy.class);
    }

    /** Others lock rows for a moment, as a short transaction does, and that does not make a lock busy. */
    @Promise
    default void aRowThatIsLockedForAMomentIsNotBusy() throws Exception {
        for (Kind kind : List.of(Kind.SHEDLOCK, Kind.PESSIMISTIC)) {
            try (TableFixture fixture = new TableFixture(database(), kind)) {
                TableLock lock = fixture.lock();
                lock.acquire().close();
                assertGrantedAfterTheLock(fixture, lock, RowLock::locked);
                assertGrantedAfterTheLock(fixture, lock, RowLock::changed);
            }
        }
    }

    /** The same while a row is inserted, which others do for each lock where a release deletes it. */
    @Promise
    default void aRowWhoseInsertIsRolledBackAfterAMomentIsNotBusy() throws Exception {
        for (Kind kind : List.of(Kind.LOCKS, Kind.INT_LOCK)) {
            try (TableFixture fixture = new TableFixture(database(), kind)) {
                TableLock lock = fixture.lock();
                String copy = copyOfTheRow(fixture, lock);
                assertGrantedAfterTheLock(fixture, lock, held -> RowLock.inserted(held, copy));
            }
        }
    }

    private static void assertGrantedAfterTheLock(TableFixture fixture, TableLock lock, HoldUp lockRow)
            throws Exception {
        fixture.classic
                .await()
                .until(() -> lock.tryAcquire().map(hold -> closed(hold)).orElse(false));
        CompletableFuture<Optional<TableHold>> outcome;
        try (AutoCloseable locked = lockRow.of(fixture)) {
            outcome = async(lock::tryAcquire);
            // Nothing can be awaited here: within this time the request should arrive.
            Thread.sleep(MOMENT.toMillis());
            assertThat(outcome).as("sent, and waiting for %s", locked).isNotDone();
        }
        assertThat(outcome.join().map(hold -> closed(hold)))
                .as("granted on " + fixture.kind)
                .contains(true);
    }

    private static boolean closed(TableHold hold) {
        hold.close();
        return true;
    }

    /** A table with a row as the lock has it while it is held. */
    private static String copyOfTheRow(TableFixture fixture, TableLock lock) {
        String copy = fixture.classic.reserve("copy");
        try (TableHold held = lock.acquire()) {
            fixture.classic.run("CREATE TABLE " + copy + " AS SELECT * FROM " + fixture.table);
            assertThat(held.check()).isTrue();
        }
        return copy;
    }

    /** How long PostgreSQL and MySQL wait for such an insert is not counted; promises.md says so. */
    @Promise
    default void aClaimWhoseRowAnotherInsertsIsNotGrantedAfterItsLatestTime() throws Exception {
        if (database().product() == Database.POSTGRESQL || database().product() == Database.MYSQL) {
            return;
        }
        for (Kind kind : List.of(Kind.LOCKS, Kind.INT_LOCK, Kind.SHEDLOCK)) {
            try (TableFixture fixture = new TableFixture(database(), kind)) {
                String copy = copyOfTheRow(fixture, fixture.lock());
                fixture.classic.run("DELETE FROM " + fixture.table);
                CompletableFuture<AcquireResult> outcome;
                JdbcTableStores stores = open(fixture, false);
                try (RowLock inserted = RowLock.inserted(fixture, copy)) {
                    long notAfter = now() + Micros.of(AHEAD);
                    outcome = async(() -> send(stores, claim(TableFixture.NAME, notAfter)));
                    // A statement that has just looked at the clock may still insert.
                    fixture.classic.await().until(() -> now() > notAfter + Micros.of(AHEAD));
                    assertThat(inserted).isNotNull();
                }
                assertThat(outcome.handle((result, failure) -> result instanceof Granted)
                                .join())
                        .as("whether the claim on " + kind + " was granted")
                        .isFalse();
                assertThat(fixture.owners()).isEmpty();
            }
        }
    }

    /** Holds up statements on a table until it is closed. */
    interface HoldUp {
        AutoCloseable of(TableFixture fixture) throws SQLException;
    }

    /** A transaction that has locked the only row of a table, and is rolled back in the end. */
    record RowLock(Transaction transaction) implements AutoCloseable {

        static RowLock locked(TableFixture fixture) throws SQLException {
            RowLock lock = on(fixture);
            lock.transaction.number("SELECT 1 FROM " + fixture.table + " FOR UPDATE");
            return lock;
        }

        static RowLock changed(TableFixture fixture) throws SQLException {
            return after(fixture, "UPDATE " + fixture.table + " SET " + fixture.kind.owner + " = 'other'");
        }

        static RowLock inserted(TableFixture fixture, String copy) throws SQLException {
            return after(fixture, "INSERT INTO " + fixture.table + " SELECT * FROM " + copy);
        }

        private static RowLock after(TableFixture fixture, String change) throws SQLException {
            RowLock lock = on(fixture);
            assertThat(lock.transaction.run(change)).isOne();
            return lock;
        }

        private static RowLock on(TableFixture fixture) throws SQLException {
            return new RowLock(Transaction.on(fixture.classic.testDatabase().dataSource()));
        }

        @Override
        public void close() throws SQLException {
            transaction.close();
        }
    }
}
