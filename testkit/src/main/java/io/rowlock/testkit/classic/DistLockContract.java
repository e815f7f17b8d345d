package io.rowlock.testkit.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.rowlock.LockEvent;
import io.rowlock.classic.DistLock;
import io.rowlock.classic.LockOwner;
import io.rowlock.table.LockOwners;
import io.rowlock.table.LockTable;
import io.rowlock.testkit.classic.original.OriginalDistLock;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.fixture.TestDatabase;
import io.rowlock.testkit.source.FailingDataSource;
import io.rowlock.testkit.source.LateStatementDataSource;
import io.rowlock.testkit.source.ThreadBoundDataSource;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;

/** The table {@code dist_lock}: what the face keeps of the original, and the defects that it does not have. */
public interface DistLockContract {
    /** Long enough for a test. */
    Duration LONG = Duration.ofMinutes(2);

    /** Soon over. */
    Duration SHORT = Duration.ofMillis(1_500);

    /** The database under test. */
    TestDatabase database();

    /** One table, and clients of it. */
    final class Fixture implements AutoCloseable {
        final ClassicFixture classic;
        final String table;
        final DistLock lock;

        Fixture(TestDatabase database) {
            classic = new ClassicFixture(database);
            table = classic.create(ClassicTable.DIST_LOCK);
            lock = node(LockTable.distLock());
        }

        DistLock node(LockTable like) {
            return classic.open(new DistLock(classic.source(), like.named(table)));
        }

        OriginalDistLock original() {
            return new OriginalDistLock(classic.testDatabase().dataSource(), table);
        }

        @Override
        public void close() throws Exception {
            classic.close();
        }
    }

    @Promise
    default void oneOwnerAtATimeHasAName() throws Exception {
        try (Fixture fixture = new Fixture(database())) {
            assertThat(fixture.lock.tryLock("report", "a", LONG)).isTrue();
            assertThat(fixture.lock.tryLock("report", "b", LONG)).isFalse();
            assertThat(fixture.lock.tryLock("another", "b", LONG)).isTrue();
            assertThat(fixture.lock.lockOwner("report").map(LockOwner::owner)).contains("a");
            fixture.lock.unlock("report", "a");
            assertThat(fixture.lock.tryLock("report", "b", LONG)).isTrue();
        }
    }

    @Promise
    default void ofManyWhoAskAtOnceOneOwnsIt() throws Exception {
        try (Fixture fixture = new Fixture(database())) {
            for (int round = 0; round < 5; round++) {
                String name = "round-" + round;
                long owners = IntStream.range(0, 8)
                        .parallel()
                        .filter(number -> fixture.lock.tryLock(name, "owner-" + number, LONG))
                        .count();
                assertThat(owners).isOne();
            }
        }
    }

    @Promise
    default void theSameOwnerExtendsFromNow() throws Exception {
        try (Fixture fixture = new Fixture(database())) {
            assertThat(fixture.lock.tryLock("report", "a", Duration.ofSeconds(5)))
                    .isTrue();
            LockOwner before = fixture.lock.lockOwner("report").orElseThrow();
            assertThat(fixture.lock.tryLock("report", "a", LONG)).isTrue();
            LockOwner after = fixture.lock.lockOwner("report").orElseThrow();
            assertThat(after.expiry()).isAfter(before.expiry());
        }
    }

    @Promise
    default void anExpiredLockIsTakenOverAndItsLastOwnerCannotUnlockIt() throws Exception {
        try (Fixture fixture = new Fixture(database())) {
            assertThat(fixture.lock.tryLock("report", "a", SHORT)).isTrue();
            fixture.classic.await().until(() -> fixture.lock.tryLock("report", "b", LONG));
            assertThatIllegalStateException()
                    .isThrownBy(() -> fixture.lock.unlock("report", "a"))
                    .withMessage("no lock owner");
            fixture.lock.releaseLock("report", "a");
            assertThat(fixture.lock.tryLock("report", "c", LONG)).isFalse();
        }
    }

    @Promise
    default void unlockSaysWhoIsNotTheOwnerAndWhatIsExpired() throws Exception {
        try (Fixture fixture = new Fixture(database())) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> fixture.lock.unlock("never-locked", "a"))
                    .withMessage("no lock owner");
            assertThat(fixture.lock.tryLock("report", "a", SHORT)).isTrue();
            fixture.classic
                    .await()
                    .untilAsserted(() -> assertThatIllegalStateException()
                            .isThrownBy(() -> fixture.lock.unlock("report", "a"))
                            .withMessage("lock is expired"));
        }
    }

    @Promise
    default void releaseLockIsQuietWhateverStandsThere() throws Exception {
        try (Fixture fixture = new Fixture(database())) {
            fixture.lock.releaseLock("never-locked", "a");
            assertThat(fixture.lock.tryLock("report", "a", LONG)).isTrue();
            fixture.lock.releaseLock("report", "b");
            assertThat(fixture.lock.tryLock("report", "b", LONG)).isFalse();
            fixture.lock.releaseLock("report", "a");
            assertThat(fixture.lock.tryLock("report", "b", LONG)).isTrue();
        }
    }

    /** Owners choose their names, so the same owner may have the lock again when a statement of its release arrives. */
    @Promise
    default void aReleaseThatArrivesLateDoesNotFreeTheSameOwnersNextLock() throws Exception {
        try (Fixture fixture = new Fixture(database())) {
            LateStatementDataSource network = new LateStatementDataSource(fixture.classic.source());
            DistLock lock = fixture.classic.open(
                    new DistLock(network, LockTable.distLock().named(fixture.table)));
            for (boolean quiet : List.of(true, false)) {
                assertThat(lock.tryLock("report", "a", LONG)).isTrue();
                network.holdUpNext("UPDATE");
                release(lock, quiet);
                assertThat(network.isUnderWay()).isTrue();
                assertThat(lock.tryLock("report", "a", LONG.plusSeconds(10))).isTrue();

                network.deliver();

                assertThat(fixture.lock.tryLock("report", "b", LONG))
                        .as("granted to another while its owner has it, after a release that is quiet: %s", quiet)
                        .isFalse();
                release(lock, quiet);
                assertThat(fixture.lock.tryLock("report", "b", LONG)).isTrue();
                fixture.lock.unlock("report", "b");
            }
        }
    }

    private static void release(DistLock lock, boolean quiet) {
        if (quiet) {
            lock.releaseLock("report", "a");
        } else {
            lock.unlock("report", "a");
        }
    }

    /** The original leaves nulls, on which its own next tryLock fails forever. */
    @Promise
    default void aReleasedRowCanBeTakenByAnOriginalNode() throws Exception {
        try (Fixture fixture = new Fixture(database())) {
            assertThat(fixture.lock.tryLock("report", "rowlock", LONG)).isTrue();
            fixture.lock.unlock("report", "rowlock");
            assertThat(fixture.original().tryLock("report", "original", LONG)).isTrue();
            assertThat(fixture.lock.tryLock("report", "rowlock", LONG)).isFalse();
        }
    }

    @Promise
    default void aRowThatAnOriginalLeftWithNullsIsTaken() throws Exception {
        try (Fixture fixture = new Fixture(database())) {
            assertThat(fixture.original().tryLock("report", "original", LONG)).isTrue();
            fixture.original().unlock("report", "original");
            assertThat(fixture.original().tryLock("report", "original", LONG))
                    .as("the defect that is told of")
                    .isFalse();
            assertThat(fixture.lock.tryLock("report", "rowlock", LONG)).isTrue();
            fixture.lock.unlock("report", "rowlock");
            assertThat(fixture.original().tryLock("report", "original", LONG)).isTrue();
        }
    }

    @Promise
    default void eachNameIsALockOfItsOwn() throws Exception {
        try (Fixture fixture = new Fixture(database())) {
            assertThat(fixture.lock.tryLock("one", "a", LONG)).isTrue();
            assertThat(fixture.lock.tryLock("two", "b", LONG)).isTrue();
            fixture.lock.unlock("one", "a");
            assertThat(fixture.lock.tryLock("two", "c", LONG)).isFalse();
        }
    }

    @Promise
    default void ownersAreComparedByteForByte() throws Exception {
        try (Fixture fixture = new Fixture(database())) {
            assertThat(fixture.lock.tryLock("report", "node-a", LONG)).isTrue();
            assertThat(fixture.lock.tryLock("report", "NODE-A", LONG)).isFalse();
            assertThatIllegalStateException().isThrownBy(() -> fixture.lock.unlock("report", "NODE-A"));
            fixture.lock.releaseLock("report", "NODE-A");
            assertThat(fixture.lock.tryLock("report", "b", LONG)).isFalse();
        }
    }

    /** A broken database looks like a busy lock to the caller, and to nobody else. */
    @Promise
    default void aBrokenDatabaseIsNotOwnedAndToldToListeners() throws Exception {
        try (Fixture fixture = new Fixture(database())) {
            Queue<LockEvent> events = new ConcurrentLinkedQueue<>();
            FailingDataSource broken = new FailingDataSource(fixture.classic.source(), "prepareStatement");
            DistLock lock = fixture.classic.open(
                    new DistLock(broken, LockTable.distLock().named(fixture.table)).telling(events::add));
            assertThat(lock.tryLock("report", "a", LONG)).isFalse();
            lock.releaseLock("report", "a");
            assertThat(events).isNotEmpty().allMatch(LockEvent.StoreFailed.class::isInstance);
            assertThat(fixture.lock.tryLock("report", "b", LONG)).isTrue();
        }
    }

    @Promise
    default void listenersAreToldOfGrantsAndBusyLocks() throws Exception {
        try (Fixture fixture = new Fixture(database())) {
            Queue<LockEvent> events = new ConcurrentLinkedQueue<>();
            DistLock lock = fixture.classic.open(
                    new DistLock(fixture.classic.source(), LockTable.distLock().named(fixture.table))
                            .telling(events::add));
            assertThat(lock.tryLock("report", "a", LONG)).isTrue();
            assertThat(lock.tryLock("report", "b", LONG)).isFalse();
            fixture.classic.await().until(() -> events.size() == 2);
            assertThat(List.copyOf(events).get(0)).isInstanceOf(LockEvent.Acquired.class);
            assertThat(List.copyOf(events).get(1)).isInstanceOf(LockEvent.Busy.class);
        }
    }

    /** The caller's transaction is bound to its thread; the lock's is another, and is committed at once. */
    @Promise
    default void theCallersTransactionIsNotJoined() throws Exception {
        try (Fixture fixture = new Fixture(database())) {
            ThreadBoundDataSource bound =
                    new ThreadBoundDataSource(fixture.classic.testDatabase().dataSource());
            DistLock lock = fixture.classic.open(
                    new DistLock(bound, LockTable.distLock().named(fixture.table)));
            try (ThreadBoundDataSource.Transaction callers = bound.begin()) {
                assertThat(lock.tryLock("report", "a", LONG)).isTrue();
                callers.rollback();
                assertThat(callers.uses()).isZero();
            }
            assertThat(fixture.lock.tryLock("report", "b", LONG)).isFalse();
        }
    }

    @Promise
    default void aValueThatTheTableCannotHoldIsRejected() throws Exception {
        try (Fixture fixture = new Fixture(database())) {
            String tooLong = "x".repeat(101);
            assertThatIllegalArgumentException().isThrownBy(() -> fixture.lock.tryLock("report", tooLong, LONG));
            assertThatIllegalArgumentException().isThrownBy(() -> fixture.lock.tryLock(tooLong, "a", LONG));
            assertThatIllegalArgumentException().isThrownBy(() -> fixture.lock.tryLock("report", "a", Duration.ZERO));
        }
    }

    @Promise
    default void generatedOwnersFitAndTellContendersApart() throws Exception {
        try (Fixture fixture = new Fixture(database())) {
            String thread = LockOwners.ofThread();
            assertThat(LockOwners.ofThread()).isEqualTo(thread);
            assertThat(LockOwners.unique()).isNotEqualTo(LockOwners.unique());
            assertThat(fixture.lock.tryLock("report", thread, LONG)).isTrue();
            assertThat(fixture.lock.tryLock("report", LockOwners.unique(), LONG))
                    .isFalse();
            assertThat(fixture.lock.tryLock("report", LockOwners.ofInstance("node-7"), LONG))
                    .isFalse();
            fixture.lock.unlock("report", thread);
        }
    }
}
