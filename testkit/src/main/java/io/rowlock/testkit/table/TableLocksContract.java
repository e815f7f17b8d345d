package io.rowlock.testkit.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.LockEvent;
import io.rowlock.LockLostException;
import io.rowlock.LockTimeoutException;
import io.rowlock.table.LockTable;
import io.rowlock.table.TableHold;
import io.rowlock.table.TableLock;
import io.rowlock.table.TableLocks;
import io.rowlock.testkit.classic.ClassicFixture;
import io.rowlock.testkit.classic.ClassicTable;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.fixture.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;

/** Locks in tables that others have designed: excluded, renewed, lost and released as those of Rowlock's own table. */
public interface TableLocksContract {
    /** The database under test. */
    TestDatabase database();

    /** Each kind of table, and what describes it. */
    enum Kind {
        /** The classic one. */
        DIST_LOCK(ClassicTable.DIST_LOCK, "owner"),
        /** Its release deletes the row. */
        LOCKS(ClassicTable.LOCKS, "lockid"),
        /** With a status. */
        PESSIMISTIC(ClassicTable.PESSIMISTIC, "LOCK_HOLDER"),
        /** Another library's. */
        SHEDLOCK(ClassicTable.SHEDLOCK, "locked_by"),
        /** Another library's, with keys of its own. */
        INT_LOCK(ClassicTable.INT_LOCK, "CLIENT_ID");

        final ClassicTable table;
        final String owner;

        Kind(ClassicTable table, String owner) {
            this.table = table;
            this.owner = owner;
        }

        LockTable description() {
            return switch (this) {
                case DIST_LOCK -> LockTable.distLock();
                case LOCKS -> LockTable.locks();
                case PESSIMISTIC -> LockTable.pessimisticLock();
                case SHEDLOCK -> LockTable.shedlock();
                case INT_LOCK -> LockTable.springIntegration();
            };
        }
    }

    /** One table, and clients of it. */
    final class TableFixture implements AutoCloseable {
        static final String NAME = "Job:1";
        final Kind kind;
        final ClassicFixture classic;
        final String table;

        TableFixture(TestDatabase database, Kind kind) {
            this.kind = kind;
            classic = new ClassicFixture(database);
            table = classic.create(kind.table);
        }

        /** A table whose times keep so many digits of a second. */
        TableFixture(TestDatabase database, Kind kind, int digits) {
            this.kind = kind;
            classic = new ClassicFixture(database);
            table = classic.create(kind.table, digits);
        }

        TableLocks client() {
            return classic.open(TableLocks.on(classic.source(), description()));
        }

        LockTable description() {
            return kind.description().named(table);
        }

        TableLock lock() {
            return client().lock(NAME);
        }

        List<String> owners() {
            return classic.column("SELECT " + kind.owner + " FROM " + table);
        }

        @Override
        public void close() throws Exception {
            classic.close();
        }
    }

    /** A trial on one kind of table. */
    @FunctionalInterface
    interface Trial {
        /** Tries it. */
        void on(TableFixture fixture) throws Exception;
    }

    private void onEachKind(Trial trial) {
        List<CompletableFuture<Void>> all = IntStream.range(0, Kind.values().length)
                .mapToObj(number -> CompletableFuture.runAsync(() -> tryOn(Kind.values()[number], trial)))
                .toList();
        all.forEach(CompletableFuture::join);
    }

    private void tryOn(Kind kind, Trial trial) {
        try (TableFixture fixture = new TableFixture(database(), kind)) {
            trial.on(fixture);
        } catch (Exception | AssertionError failure) {
            throw new AssertionError("on " + kind + ": " + failure.getMessage(), failure);
        }
    }

    @Promise
    default void oneHoldExistsAndIsReleased() {
        onEachKind(fixture -> {
            TableLock lock = fixture.lock();
            TableLock elsewhere = fixture.lock();
            try (TableHold hold = lock.acquire()) {
                assertThat(hold.isHeld()).isTrue();
                assertThat(hold.check()).isTrue();
                assertThat(elsewhere.tryAcquire()).isEmpty();
                assertThatExceptionOfType(LockTimeoutException.class)
                        .isThrownBy(
                                () -> elsewhere.withWait(Duration.ofMillis(50)).acquire());
            }
            assertThat(elsewhere.tryRun(() -> {})).isTrue();
            assertThat(elsewhere.call(() -> "done")).isEqualTo("done");
            assertThat(elsewhere.tryCall(() -> "done")).contains("done");
        });
    }

    /** A release is rounded down to what the column keeps: rounded up, it would lie ahead, and the lock would not be free yet. */
    @Promise
    default void aLockThatOneClientReleasesAnotherTakesAtOnce() {
        onEachKind(fixture -> assertNeverBusy(fixture, 30));
    }

    /** In whatever precision the column is; it may be another than the description's. */
    @Promise
    default void aReleasedLockIsFreeAtOnceInColumnsOfEveryPrecision() throws Exception {
        for (int digits : List.of(0, 3, 6)) {
            try (TableFixture fixture = new TableFixture(database(), Kind.SHEDLOCK, digits)) {
                assertNeverBusy(fixture, 100);
            }
        }
    }

    /** The same for long enough that a rounding which fails one time in a hundred is sure to show. */
    @Promise
    @Tag("long")
    default void aReleasedLockIsFreeAtOnceThousandTimes() throws Exception {
        for (int digits : List.of(0, 1, 2, 3, 4, 5, 6)) {
            try (TableFixture fixture = new TableFixture(database(), Kind.SHEDLOCK, digits)) {
                assertNeverBusy(fixture, 1_000);
            }
        }
    }

    private static void assertNeverBusy(TableFixture fixture, int pairs) {
        List<TableLock> sides = List.of(fixture.lock(), fixture.lock());
        int busy = 0;
        for (int pair = 0; pair < pairs; pair++) {
            Optional<TableHold> hold = sides.get(pair % 2).tryAcquire();
            busy += hold.isPresent() ? 0 : 1;
            hold.ifPresent(TableHold::close);
        }
        assertThat(busy).as("busy, of " + pairs).isZero();
    }

    @Promise
    default void aWaiterGetsItAfterTheRelease() {
        onEachKind(fixture -> {
            TableHold hold = fixture.lock().acquire();
            TableLock elsewhere = fixture.lock();
            CompletableFuture<TableHold> waiting = CompletableFuture.supplyAsync(elsewhere::acquire);
            hold.close();
            try (TableHold next = waiting.join()) {
                assertThat(next.isHeld()).isTrue();
            }
        });
    }

    @Promise
    default void allHoldsOfAClientAreRenewedPastTheirLease() {
        onEachKind(fixture -> {
            Queue<LockEvent> events = new ConcurrentLinkedQueue<>();
            TableLocks client = fixture.classic.open(TableLocks.builder(fixture.classic.source(), fixture.description())
                    .listener(events::add)
                    .build());
            List<TableHold> holds = IntStream.range(0, 5)
                    .mapToObj(number -> client.lock("Job:" + number)
                            .withLease(Duration.ofSeconds(5))
                            .acquire())
                    .toList();
            fixture.classic.await().until(() -> renewals(events) >= 4L * holds.size());
            assertThat(holds).allMatch(TableHold::isHeld).allMatch(TableHold::check);
            assertThat(fixture.client().lock("Job:3").tryAcquire()).isEmpty();
        });
    }

    private static long renewals(Queue<LockEvent> events) {
        return events.stream().filter(LockEvent.Renewed.class::isInstance).count();
    }

    /** The holder stops believing before others can take over, though they take over at expiry sharp. */
    @Promise
    default void aHoldThatIsNotRenewedIsLostBeforeAnotherGetsIt() {
        onEachKind(fixture -> {
            TableHold hold = fixture.lock()
                    .withLease(Duration.ofSeconds(1))
                    .withRenewal(false)
                    .acquire();
            CountDownLatch lost = new CountDownLatch(1);
            hold.onLost(lost::countDown);
            try (TableHold next = fixture.lock().acquire()) {
                assertThat(lost.await(0, TimeUnit.SECONDS)).isTrue();
                assertThat(hold.isHeld()).isFalse();
                assertThatExceptionOfType(LockLostException.class).isThrownBy(hold::renew);
                hold.close();
                assertThat(next.check()).isTrue();
            }
        });
    }

    @Promise
    default void aRowThatWasTakenAwayIsNoticed() {
        onEachKind(fixture -> {
            TableHold hold = fixture.lock().withLease(Duration.ofSeconds(2)).acquire();
            CountDownLatch lost = new CountDownLatch(1);
            hold.onLost(lost::countDown);
            fixture.classic.run("DELETE FROM " + fixture.table);
            assertThat(lost.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(hold.check()).isFalse();
        });
    }

    @Promise
    default void everyGrantHasAnOwnersValueOfItsOwn() {
        onEachKind(fixture -> {
            TableLock lock = fixture.lock();
            TableHold first = lock.acquire();
            List<String> before = fixture.owners();
            first.close();
            try (TableHold second = lock.acquire()) {
                assertThat(fixture.owners()).hasSize(1).doesNotContainAnyElementsOf(before);
                first.close();
                assertThat(second.check()).isTrue();
            }
        });
    }

    @Promise
    default void closingAClientReleasesAllItsHolds() {
        onEachKind(fixture -> {
            try (TableLocks client = TableLocks.on(fixture.classic.source(), fixture.description())) {
                client.lock("Job:1").acquire();
                client.lock("Job:2").acquire();
            }
            TableLocks next = fixture.client();
            assertThat(next.lock("Job:1").tryRun(() -> {})).isTrue();
            assertThat(next.lock("Job:2").tryRun(() -> {})).isTrue();
        });
    }
}
