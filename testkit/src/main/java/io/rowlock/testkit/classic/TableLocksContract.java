package io.rowlock.testkit.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.LockEvent;
import io.rowlock.LockLostException;
import io.rowlock.LockTimeoutException;
import io.rowlock.table.LockTable;
import io.rowlock.table.TableHold;
import io.rowlock.table.TableLock;
import io.rowlock.table.TableLocks;
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
    final class Yard implements AutoCloseable {
        static final String NAME = "Job:1";
        final Kind kind;
        final ClassicFixture bench;
        final String table;

        Yard(TestDatabase database, Kind kind) {
            this.kind = kind;
            bench = new ClassicFixture(database);
            table = bench.create(kind.table);
        }

        /** A table whose times keep so many digits of a second. */
        Yard(TestDatabase database, Kind kind, int digits) {
            this.kind = kind;
            bench = new ClassicFixture(database);
            table = bench.create(kind.table, digits);
        }

        TableLocks client() {
            return bench.open(TableLocks.on(bench.source(), description()));
        }

        LockTable description() {
            return kind.description().named(table);
        }

        TableLock lock() {
            return client().lock(NAME);
        }

        List<String> owners() {
            return bench.column("SELECT " + kind.owner + " FROM " + table);
        }

        @Override
        public void close() throws Exception {
            bench.close();
        }
    }

    /** A trial on one kind of table. */
    @FunctionalInterface
    interface Trial {
        /** Tries it. */
        void on(Yard yard) throws Exception;
    }

    private void onEachKind(Trial trial) {
        List<CompletableFuture<Void>> all = IntStream.range(0, Kind.values().length)
                .mapToObj(number -> CompletableFuture.runAsync(() -> tryOn(Kind.values()[number], trial)))
                .toList();
        all.forEach(CompletableFuture::join);
    }

    private void tryOn(Kind kind, Trial trial) {
        try (Yard yard = new Yard(database(), kind)) {
            trial.on(yard);
        } catch (Exception | AssertionError failure) {
            throw new AssertionError("on " + kind + ": " + failure.getMessage(), failure);
        }
    }

    @Promise
    default void oneHoldExistsAndIsReleased() {
        onEachKind(yard -> {
            TableLock lock = yard.lock();
            TableLock elsewhere = yard.lock();
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
    default void whatOneClientReleasesAnotherTakesAtOnce() {
        onEachKind(yard -> assertNeverBusy(yard, 30));
    }

    /** In whatever precision the column is; it may be another than the description's. */
    @Promise
    default void whatIsReleasedIsFreeAtOnceInColumnsOfEveryPrecision() throws Exception {
        for (int digits : List.of(0, 3, 6)) {
            try (Yard yard = new Yard(database(), Kind.SHEDLOCK, digits)) {
                assertNeverBusy(yard, 100);
            }
        }
    }

    /** The same for long enough that a rounding which fails one time in a hundred is sure to show. */
    @Promise
    @Tag("long")
    default void whatIsReleasedIsFreeAtOnceThousandTimes() throws Exception {
        for (int digits : List.of(0, 1, 2, 3, 4, 5, 6)) {
            try (Yard yard = new Yard(database(), Kind.SHEDLOCK, digits)) {
                assertNeverBusy(yard, 1_000);
            }
        }
    }

    private static void assertNeverBusy(Yard yard, int pairs) {
        List<TableLock> sides = List.of(yard.lock(), yard.lock());
        int busy = 0;
        for (int pair = 0; pair < pairs; pair++) {
            Optional<TableHold> hold = sides.get(pair % 2).tryAcquire();
            busy += hold.isPresent() ? 0 : 1;
            hold.ifPresent(TableHold::close);
        }
        assertThat(busy).as("busy, of " + pairs).isZero();
    }

    @Promise
    default void whoWaitsGetsItAfterTheRelease() {
        onEachKind(yard -> {
            TableHold hold = yard.lock().acquire();
            TableLock elsewhere = yard.lock();
            CompletableFuture<TableHold> waiting = CompletableFuture.supplyAsync(elsewhere::acquire);
            hold.close();
            try (TableHold next = waiting.join()) {
                assertThat(next.isHeld()).isTrue();
            }
        });
    }

    @Promise
    default void allHoldsOfAClientAreRenewedPastTheirLease() {
        onEachKind(yard -> {
            Queue<LockEvent> events = new ConcurrentLinkedQueue<>();
            TableLocks client = yard.bench.open(TableLocks.builder(yard.bench.source(), yard.description())
                    .listener(events::add)
                    .build());
            List<TableHold> holds = IntStream.range(0, 5)
                    .mapToObj(number -> client.lock("Job:" + number)
                            .withLease(Duration.ofSeconds(5))
                            .acquire())
                    .toList();
            yard.bench.await().until(() -> renewals(events) >= 4L * holds.size());
            assertThat(holds).allMatch(TableHold::isHeld).allMatch(TableHold::check);
            assertThat(yard.client().lock("Job:3").tryAcquire()).isEmpty();
        });
    }

    private static long renewals(Queue<LockEvent> events) {
        return events.stream().filter(LockEvent.Renewed.class::isInstance).count();
    }

    /** The holder stops believing before others can take over, though they take over at expiry sharp. */
    @Promise
    default void aHoldThatIsNotRenewedIsLostBeforeAnotherGetsIt() {
        onEachKind(yard -> {
            TableHold hold = yard.lock()
                    .withLease(Duration.ofSeconds(1))
                    .withRenewal(false)
                    .acquire();
            CountDownLatch lost = new CountDownLatch(1);
            hold.onLost(lost::countDown);
            try (TableHold next = yard.lock().acquire()) {
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
        onEachKind(yard -> {
            TableHold hold = yard.lock().withLease(Duration.ofSeconds(2)).acquire();
            CountDownLatch lost = new CountDownLatch(1);
            hold.onLost(lost::countDown);
            yard.bench.run("DELETE FROM " + yard.table);
            assertThat(lost.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(hold.check()).isFalse();
        });
    }

    @Promise
    default void everyGrantHasAnOwnersValueOfItsOwn() {
        onEachKind(yard -> {
            TableLock lock = yard.lock();
            TableHold first = lock.acquire();
            List<String> before = yard.owners();
            first.close();
            try (TableHold second = lock.acquire()) {
                assertThat(yard.owners()).hasSize(1).doesNotContainAnyElementsOf(before);
                first.close();
                assertThat(second.check()).isTrue();
            }
        });
    }

    @Promise
    default void closingAClientReleasesAllItsHolds() {
        onEachKind(yard -> {
            try (TableLocks client = TableLocks.on(yard.bench.source(), yard.description())) {
                client.lock("Job:1").acquire();
                client.lock("Job:2").acquire();
            }
            TableLocks next = yard.client();
            assertThat(next.lock("Job:1").tryRun(() -> {})).isTrue();
            assertThat(next.lock("Job:2").tryRun(() -> {})).isTrue();
        });
    }
}
