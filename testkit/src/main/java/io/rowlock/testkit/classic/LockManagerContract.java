package io.rowlock.testkit.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.LockException;
import io.rowlock.LockStoreException;
import io.rowlock.classic.AlreadyLockedException;
import io.rowlock.classic.LockData;
import io.rowlock.classic.LockId;
import io.rowlock.classic.LockingFailException;
import io.rowlock.classic.NoLockException;
import io.rowlock.classic.TableLockManager;
import io.rowlock.table.LockTable;
import io.rowlock.testkit.classic.original.OriginalLockManager;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.fixture.TestDatabase;
import io.rowlock.testkit.source.FailingDataSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The table {@code locks}: what the face keeps of the original, and the defects that it does not have. */
public interface LockManagerContract {

    /** Soon over. */
    Duration SHORTLY = Duration.ofMillis(1_500);

    /** The database under test. */
    TestDatabase database();

    /** One table, and clients of it. */
    final class Desk implements AutoCloseable {
        final ClassicFixture fixture;
        final String table;
        final TableLockManager manager;

        Desk(TestDatabase database) {
            fixture = new ClassicFixture(database);
            table = fixture.create(ClassicTable.LOCKS);
            manager = manager(TableLockManager.DEFAULT_TIMEOUT);
        }

        TableLockManager manager(Duration timeout) {
            return fixture.open(
                    new TableLockManager(fixture.source(), LockTable.locks().named(table), timeout));
        }

        OriginalLockManager original(Duration timeout) {
            return new OriginalLockManager(fixture.testDatabase().dataSource(), table, timeout, Duration.ZERO);
        }

        void assertGone(LockId id) {
            assertThatExceptionOfType(NoLockException.class).isThrownBy(() -> manager.checkLock(id));
            assertThatExceptionOfType(NoLockException.class).isThrownBy(() -> manager.extendLockExpiration(id, 1_000));
        }

        @Override
        public void close() throws Exception {
            fixture.close();
        }
    }

    @Promise
    default void aThingIsLockedOnceUntilItIsReleased() throws Exception {
        try (Desk desk = new Desk(database())) {
            LockId id = desk.manager.tryLock("Order", "1");
            assertThatExceptionOfType(AlreadyLockedException.class)
                    .isThrownBy(() -> desk.manager.tryLock("Order", "1"))
                    .isInstanceOf(LockException.class);
            LockId other = desk.manager.tryLock("Order", "2");
            assertThat(other).isNotEqualTo(id);
            desk.manager.checkLock(id);
            desk.manager.releaseLock(id);
            desk.assertGone(id);
            desk.manager.releaseLock(id);
            desk.manager.checkLock(other);
            assertThatCode(() -> desk.manager.tryLock("Order", "1")).doesNotThrowAnyException();
        }
    }

    /** The id is all that another node needs. */
    @Promise
    default void theIdTravelsToAnotherNode() throws Exception {
        try (Desk desk = new Desk(database())) {
            LockId id = desk.manager.tryLock("Order", "1");
            TableLockManager elsewhere = desk.manager(Duration.ofMinutes(1));
            LockId carried = new LockId(id.getValue());
            elsewhere.checkLock(carried);
            LockData data = elsewhere.lockData(carried).orElseThrow();
            assertThat(List.of(data.getType(), data.getId(), data.getLockId()))
                    .containsExactly("Order", "1", id.getValue());
            assertThat(data.isExpired()).isFalse();
            elsewhere.extendLockExpiration(carried, Duration.ofMinutes(1));
            elsewhere.releaseLock(carried);
            desk.assertGone(id);
        }
    }

    @Promise
    default void anExpiredLockIsGoneAndReplaced() throws Exception {
        try (Desk desk = new Desk(database())) {
            LockId id = desk.manager(SHORTLY).tryLock("Order", "1");
            desk.fixture.await().untilAsserted(() -> desk.assertGone(id));
            LockId next = desk.manager.tryLock("Order", "1");
            desk.assertGone(id);
            desk.manager.releaseLock(id);
            desk.manager.checkLock(next);
        }
    }

    /** The original reads and then writes, so that of two extensions one is lost. */
    @Promise
    default void extensionsAddUpWhoeverMakesThem() throws Exception {
        try (Desk desk = new Desk(database())) {
            LockId id = desk.manager.tryLock("Order", "1");
            long before = desk.manager.lockData(id).orElseThrow().getExpirationTime();
            IntStream.range(0, 10).parallel().forEach(any -> desk.manager.extendLockExpiration(id, 60_000));
            long after = desk.manager.lockData(id).orElseThrow().getExpirationTime();
            // The moment of a look is told to the millisecond, twice.
            assertThat(after - before).isBetween(599_000L, 601_000L);
        }
    }

    @Promise
    default void ofManyWhoLockAtOnceOneWinsAndTheOthersAreTold() throws Exception {
        try (Desk desk = new Desk(database())) {
            for (int round = 0; round < 5; round++) {
                String thing = "thing-" + round;
                long won = IntStream.range(0, 8)
                        .parallel()
                        .mapToObj(any -> locked(desk.manager, thing))
                        .flatMap(Optional::stream)
                        .count();
                assertThat(won).isOne();
            }
        }
    }

    private static Optional<LockId> locked(TableLockManager manager, String thing) {
        try {
            return Optional.of(manager.tryLock("Order", thing));
        } catch (AlreadyLockedException | LockingFailException busy) {
            return Optional.empty();
        }
    }

    @Promise
    default void bothKindsOfNodesExcludeEachOtherAndTakeOver() throws Exception {
        try (Desk desk = new Desk(database())) {
            OriginalLockManager original = desk.original(Duration.ofMinutes(5));
            String theirs = original.tryLock("Order", "1").orElseThrow();
            assertThatExceptionOfType(AlreadyLockedException.class)
                    .isThrownBy(() -> desk.manager.tryLock("Order", "1"));
            desk.manager.checkLock(new LockId(theirs));
            original.releaseLock(theirs);
            LockId ours = desk.manager.tryLock("Order", "1");
            assertThat(original.tryLock("Order", "1")).isEmpty();
            assertThat(original.checkLock(ours.getValue())).isTrue();
            desk.manager.releaseLock(ours);
            assertThat(original.tryLock("Order", "1")).isPresent();

            desk.manager(SHORTLY).tryLock("Order", "2");
            desk.fixture.await().until(() -> original.tryLock("Order", "2").isPresent());
            assertThat(desk.original(Duration.ofSeconds(1)).tryLock("Order", "3"))
                    .isPresent();
            desk.fixture.await().until(() -> locked(desk.manager, "3").isPresent());
        }
    }

    /** Its defect: it deletes by type and id what it saw to be expired, and was replaced since. */
    @Promise
    default void aLockThatAnOriginalDeletedIsNoticed() throws Exception {
        try (Desk desk = new Desk(database())) {
            OriginalLockManager original = desk.original(Duration.ofSeconds(1));
            LockId expiring = desk.manager(SHORTLY).tryLock("Order", "1");
            desk.fixture.await().untilAsserted(() -> desk.assertGone(expiring));
            desk.fixture.await().until(() -> !original.checkLock(expiring.getValue()));
            LockId[] ours = new LockId[1];
            Optional<String> theirs =
                    original.tryLock("Order", "1", () -> ours[0] = desk.manager.tryLock("Order", "1"));
            assertThat(theirs).as("the defect that is told of").isPresent();
            desk.assertGone(ours[0]);
        }
    }

    /** Rowlock replaces what it saw to be expired in the same statement, so it never deletes another's lock. */
    @Promise
    default void aLockThatWasJustTakenIsNeverRemoved() throws Exception {
        try (Desk desk = new Desk(database())) {
            for (int round = 0; round < 3; round++) {
                String thing = "thing-" + round;
                desk.manager(SHORTLY).tryLock("Order", thing);
                desk.fixture
                        .await()
                        .until(() -> desk.fixture
                                        .column("SELECT lockid FROM " + desk.table + " WHERE id = ?", thing)
                                        .size()
                                == 1);
                List<LockId> winners = desk.fixture
                        .await()
                        .until(
                                () -> IntStream.range(0, 6)
                                        .parallel()
                                        .mapToObj(any -> locked(desk.manager, thing))
                                        .flatMap(Optional::stream)
                                        .toList(),
                                found -> !found.isEmpty());
                assertThat(winners).hasSize(1);
                desk.manager.checkLock(winners.get(0));
            }
        }
    }

    @Promise
    default void aBrokenDatabaseIsNoAnswer() throws Exception {
        try (Desk desk = new Desk(database())) {
            TableLockManager broken = desk.fixture.open(new TableLockManager(
                    new FailingDataSource(desk.fixture.source(), "prepareStatement"),
                    LockTable.locks().named(desk.table),
                    TableLockManager.DEFAULT_TIMEOUT));
            assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> broken.tryLock("Order", "1"));
            assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> broken.checkLock(new LockId("x")));
        }
    }

    /** Whether two spellings are one thing is the table's to say; both kinds of nodes ask it the same way. */
    @Promise
    default void spellingsAreOneThingForBothKindsOfNodesOrForNone() throws Exception {
        try (Desk desk = new Desk(database())) {
            desk.manager.tryLock("Order", "a");
            boolean one = locked(desk.manager, "A").isEmpty();
            desk.manager.tryLock("Order", "b");
            boolean original =
                    desk.original(Duration.ofMinutes(1)).tryLock("Order", "B").isEmpty();
            assertThat(one).isEqualTo(original);
        }
    }

    @Promise
    default void aNameThatDoesNotFitIsRejectedNotCut() throws Exception {
        try (Desk desk = new Desk(database())) {
            String tooLong = "x".repeat(150);
            assertThatExceptionOfType(LockException.class).isThrownBy(() -> desk.manager.tryLock(tooLong, "1"));
            assertThat(desk.fixture.column("SELECT COUNT(*) FROM " + desk.table))
                    .containsExactly("0");
        }
    }
}
