package io.rowlock.testkit.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.LockEvent;
import io.rowlock.LockException;
import io.rowlock.classic.AlreadyLockedException;
import io.rowlock.classic.DistLock;
import io.rowlock.classic.LockId;
import io.rowlock.classic.PessimisticLock;
import io.rowlock.classic.TableLockManager;
import io.rowlock.table.LockTable;
import io.rowlock.testkit.classic.PessimisticLockContract.Locks;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.fixture.TestDatabase;
import io.rowlock.testkit.source.FailureLogDataSource;
import io.rowlock.testkit.source.LentDataSource;
import io.rowlock.testkit.source.ThreadBoundDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoField;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/**
 * Defects of the originals that Rowlock's faces do not have, each under a name that tells it. Those that concern one call of
 * one face stand with that face.
 */
public interface DefectsContract {
    /** The database under test. */
    TestDatabase database();

    /** The faces that work on tables, all over one data source. */
    record Faces(DistLock dist, TableLockManager manager, PessimisticLock pessimistic) {

        static Faces over(ClassicFixture fixture, DataSource source) {
            return new Faces(
                    fixture.open(
                            new DistLock(source, LockTable.distLock().named(fixture.create(ClassicTable.DIST_LOCK)))),
                    fixture.open(new TableLockManager(
                            source,
                            LockTable.locks().named(fixture.create(ClassicTable.LOCKS)),
                            Duration.ofMinutes(1))),
                    fixture.open(new PessimisticLock(
                            source,
                            "node",
                            LockTable.pessimisticLock().named(fixture.create(ClassicTable.PESSIMISTIC)))));
        }

        /** Takes a lock of each. */
        LockId lockAll(String owner) {
            dist.tryLock("report", owner, Duration.ofMinutes(1));
            pessimistic.autoLock(Locks.TASK_PRODUCER, () -> {}, () -> {});
            return manager.tryLock("Order", "1");
        }
    }

    /** In the original, {@code close} switches autocommit off and gives the connection back so. */
    @Promise
    default void connectionsComeBackInTheAutocommitTheyHad() throws Exception {
        assertComeBackAsLent(true);
        assertComeBackAsLent(false);
    }

    private void assertComeBackAsLent(boolean autoCommit) throws Exception {
        try (ClassicFixture fixture = new ClassicFixture(database())) {
            LentDataSource lent = new LentDataSource(fixture.source(), c -> c.setAutoCommit(autoCommit));
            Faces faces = Faces.over(fixture, lent);
            faces.manager.releaseLock(faces.lockAll("a"));
            faces.dist.unlock("report", "a");
            fixture.await().until(() -> lent.open() == 0);
            assertThat(lent.returned()).isNotEmpty().allMatch(state -> state.autoCommit() == autoCommit);
            assertThat(lent.lent()).containsAll(lent.returned());
        }
    }

    /** The original reads the expiry without a look whether there is one. */
    @Promise
    default void aRowWithAnOwnerAndNoExpiryIsTakenAndThenUnlocked() throws Exception {
        try (ClassicFixture fixture = new ClassicFixture(database())) {
            String table = fixture.create(ClassicTable.DIST_LOCK);
            DistLock lock = fixture.open(
                    new DistLock(fixture.source(), LockTable.distLock().named(table)));
            fixture.run("INSERT INTO " + table + " (name, owner) VALUES ('report', 'original')");
            assertThat(lock.lockOwner("report")).isEmpty();
            assertThat(lock.tryLock("report", "a", Duration.ofMinutes(1))).isTrue();
            lock.unlock("report", "a");
        }
    }

    /** A race that is lost, or a lock that is busy, is an answer: the original's insert fills the database's log. */
    @Promise
    default void aBusyLockIsNoErrorInTheDatabasesLog() throws Exception {
        try (ClassicFixture fixture = new ClassicFixture(database())) {
            FailureLogDataSource source = new FailureLogDataSource(fixture.source());
            Faces faces = Faces.over(fixture, source);
            LockId id = faces.lockAll("a");
            assertThat(faces.dist.tryLock("report", "b", Duration.ofMinutes(1))).isFalse();
            assertThatExceptionOfType(AlreadyLockedException.class)
                    .isThrownBy(() -> faces.manager.tryLock("Order", "1"));
            faces.pessimistic.doLock(Locks.TASK_PRODUCER);
            faces.pessimistic.autoLock(Locks.TASK_PRODUCER, () -> {}, () -> {});
            faces.manager.releaseLock(id);
            assertThat(source.failures()).isEmpty();
        }
    }

    /** Where the database settles a race for a new row without an error; elsewhere the loser's error reaches no log. */
    @Promise
    default void aLostRaceIsNoErrorInPostgreSqlsLog() throws Exception {
        try (ClassicFixture fixture = new ClassicFixture(database())) {
            FailureLogDataSource source = new FailureLogDataSource(fixture.source());
            Faces faces = Faces.over(fixture, source);
            faces.manager.releaseLock(faces.lockAll("a"));
            for (int round = 0; round < 5; round++) {
                String thing = "thing-" + round;
                long won = IntStream.range(0, 6)
                        .parallel()
                        .filter(any -> isLocked(faces.manager, thing))
                        .count();
                assertThat(won).isOne();
            }
            assertThat(source.failures())
                    .allMatch(failure -> !fixture.kind().equals("postgresql"), "an error in the log");
        }
    }

    private static boolean isLocked(TableLockManager manager, String thing) {
        try {
            manager.tryLock("Order", thing);
            return true;
        } catch (LockException busy) {
            return false;
        }
    }

    /** A column of whole seconds may cut up to one off what is written. */
    @Promise
    default void aLockOfWholeSecondsLastsAsLongAsWasAskedFor() throws Exception {
        try (ClassicFixture fixture = new ClassicFixture(database())) {
            Duration asked = Duration.ofMillis(1_900);
            LockTable table = LockTable.locks().named(fixture.create(ClassicTable.LOCKS));
            TableLockManager manager = fixture.open(new TableLockManager(fixture.source(), table, asked));
            manager.tryLock("Order", "warm-up");
            long before = System.nanoTime();
            manager.tryLock("Order", "1");
            fixture.await().until(() -> isLocked(manager, "1"));
            assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(asked.toNanos());
        }
    }

    /** A column that keeps fewer digits than its description says rounds or cuts what is written: late in a second, down. */
    @Promise
    default void aColumnOfWholeSecondsIsNoticedWhateverItsDescriptionSays() throws Exception {
        try (ClassicFixture fixture = new ClassicFixture(database())) {
            Duration asked = Duration.ofMillis(600);
            LockTable table = LockTable.distLock()
                    .named(fixture.create(ClassicTable.DIST_LOCK, 0))
                    .withFraction(6);
            DistLock lock = fixture.open(new DistLock(fixture.source(), table));
            lock.tryLock("warm-up", "a", asked);
            fixture.await()
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> Instant.now().get(ChronoField.MILLI_OF_SECOND) / 100 == 7);
            long before = System.nanoTime();
            assertThat(lock.tryLock("report", "a", asked)).isTrue();
            fixture.await().until(() -> lock.tryLock("report", "b", asked));
            assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(asked.toNanos());
        }
    }

    /** MySQL's {@code utf8} holds no character beyond the first 65,536, and cuts the text there if it is not strict. */
    @Promise
    default void aCharacterThatTheTableCannotHoldIsRejectedAndNeverCut() throws Exception {
        try (ClassicFixture fixture = new ClassicFixture(database())) {
            String table = fixture.create(ClassicTable.LOCKS);
            boolean innoDb = fixture.isInnoDb();
            if (innoDb) {
                fixture.run("ALTER TABLE " + table + " CONVERT TO CHARACTER SET utf8mb3");
            }
            TableLockManager manager = fixture.open(
                    new TableLockManager(fixture.source(), LockTable.locks().named(table), Duration.ofMinutes(1)));
            assertThat(isLocked(manager, "boat \uD83D\uDEA3 1")).isEqualTo(!innoDb);
            assertThat(isLocked(manager, "boat \uD83D\uDEA3 2")).isEqualTo(!innoDb);
            assertThat(fixture.column("SELECT id FROM " + table)).hasSize(innoDb ? 0 : 2);
        }
    }

    /** In the original, {@code doLock} is transactional: it joins its caller, and sleeps with what that has locked. */
    @Promise
    default void aWaiterBetweenAttemptsJoinsNoTransactionAndHoldsNoConnection() throws Exception {
        try (ClassicFixture fixture = new ClassicFixture(database())) {
            Queue<LockEvent> events = new ConcurrentLinkedQueue<>();
            ThreadBoundDataSource bound = new ThreadBoundDataSource(fixture.source());
            PessimisticLock holder = Faces.over(fixture, bound).pessimistic;
            PessimisticLock waiter = fixture.open(holder.telling(events::add));
            holder.doLock(Locks.TASK_PRODUCER);
            CompletableFuture<Integer> uses = CompletableFuture.supplyAsync(() -> lockInATransaction(bound, waiter));
            fixture.await().until(() -> events.size() >= 2);
            // The caller's own transaction is all that is open.
            fixture.await().until(() -> fixture.source().open() == 1 && !uses.isDone());
            holder.unLock(Locks.TASK_PRODUCER);
            assertThat(uses.join()).isZero();
        }
    }

    private static int lockInATransaction(ThreadBoundDataSource bound, PessimisticLock lock) {
        try (ThreadBoundDataSource.Transaction callers = bound.begin()) {
            lock.doLock(Locks.TASK_PRODUCER, 60_000, 600, 500);
            return callers.uses();
        } catch (SQLException failure) {
            throw new IllegalStateException("the caller's own transaction failed", failure);
        }
    }
}
