package io.rowlock.testkit.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.LockEvent;
import io.rowlock.classic.AlreadyLockedException;
import io.rowlock.classic.DistLock;
import io.rowlock.classic.LockId;
import io.rowlock.classic.PessimisticLock;
import io.rowlock.classic.TableLockManager;
import io.rowlock.table.LockOwners;
import io.rowlock.table.LockTable;
import io.rowlock.table.TableLock;
import io.rowlock.table.TableLocks;
import io.rowlock.testkit.classic.PessimisticLockContract.Locks;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.fixture.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;

/**
 * The uses that the documents describe: stock that is not oversold, a report that one node writes, numbers without duplicates, a form
 * that is reserved from one request to another, a producer that tries again.
 */
public interface UsesContract {

    /** The database under test. */
    TestDatabase database();

    /** Read, decide and write, in three steps that nothing but the lock keeps together. */
    @Promise
    default void theLastItemsInStockAreSoldOnce() throws Exception {
        try (ClassicFixture fixture = new ClassicFixture(database())) {
            String stock = fixture.create(ClassicTable.LOCKS);
            String table = fixture.create(ClassicTable.DIST_LOCK);
            IntStream.range(0, 3)
                    .forEach(item -> fixture.run(
                            "INSERT INTO " + stock + " (type, id) VALUES ('oar', ?)", Integer.toString(item)));
            List<DistLock> shops = IntStream.range(0, 3)
                    .mapToObj(any -> fixture.open(
                            new DistLock(fixture.source(), LockTable.distLock().named(table))))
                    .toList();
            long sold = IntStream.range(0, 9)
                    .parallel()
                    .filter(customer -> sell(fixture, shops.get(customer % 3), stock))
                    .count();
            assertThat(sold).isEqualTo(3);
        }
    }

    private static boolean sell(ClassicFixture fixture, DistLock lock, String stock) {
        String owner = LockOwners.unique();
        fixture.await().until(() -> lock.tryLock("oar", owner, Duration.ofMinutes(1)));
        try {
            List<String> left = fixture.column("SELECT id FROM " + stock);
            return !left.isEmpty() && fixture.run("DELETE FROM " + stock + " WHERE id = ?", left.get(0)) >= 0;
        } finally {
            lock.releaseLock("oar", owner);
        }
    }

    @Promise
    default void oneOfSeveralNodesWritesTheDailyReport() throws Exception {
        try (ClassicFixture fixture = new ClassicFixture(database())) {
            String table = fixture.create(ClassicTable.DIST_LOCK);
            long wrote = IntStream.range(0, 4)
                    .mapToObj(node -> fixture.open(
                            new DistLock(fixture.source(), LockTable.distLock().named(table))))
                    .filter(lock -> lock.tryLock("daily-report", LockOwners.unique(), Duration.ofHours(2)))
                    .count();
            assertThat(wrote).isOne();
        }
    }

    @Promise
    default void sequenceNumbersHaveNoDuplicates() throws Exception {
        try (ClassicFixture fixture = new ClassicFixture(database())) {
            String numbers = fixture.create(ClassicTable.LOCKS);
            String table = fixture.create(ClassicTable.SHEDLOCK);
            List<TableLock> nodes = IntStream.range(0, 3)
                    .mapToObj(any -> fixture.open(TableLocks.on(
                                    fixture.source(), LockTable.shedlock().named(table)))
                            .lock("order-sequence"))
                    .toList();
            IntStream.range(0, 12)
                    .parallel()
                    .forEach(order -> nodes.get(order % 3).run(() -> {
                        int next = fixture.column("SELECT id FROM " + numbers).size() + 1;
                        fixture.run(
                                "INSERT INTO " + numbers + " (type, id) VALUES ('order', ?)", Integer.toString(next));
                    }));
            assertThat(fixture.column("SELECT id FROM " + numbers)).hasSize(12).doesNotHaveDuplicates();
        }
    }

    /** Opened by a request on one node, kept by one on another, saved by one on a third. */
    @Promise
    default void anEditFormIsReservedAcrossRequestsAndNodes() throws Exception {
        try (ClassicFixture fixture = new ClassicFixture(database())) {
            LockTable table = LockTable.locks().named(fixture.create(ClassicTable.LOCKS));
            List<TableLockManager> nodes = IntStream.range(0, 3)
                    .mapToObj(any -> fixture.open(
                            new TableLockManager(fixture.source(), table, TableLockManager.DEFAULT_TIMEOUT)))
                    .toList();
            String hiddenField = nodes.get(0).tryLock("Order", "4711").getValue();
            assertThatExceptionOfType(AlreadyLockedException.class)
                    .isThrownBy(() -> nodes.get(1).tryLock("Order", "4711"));
            nodes.get(1).extendLockExpiration(new LockId(hiddenField), Duration.ofMinutes(5));
            nodes.get(2).checkLock(new LockId(hiddenField));
            nodes.get(2).releaseLock(new LockId(hiddenField));
            nodes.get(1).releaseLock(nodes.get(1).tryLock("Order", "4711"));
        }
    }

    /** The second node is told no at first, tries again as its definition says, and produces when the first has ended. */
    @Promise
    default void aScheduledProducerTriesAgainBeforeItGivesUp() throws Exception {
        try (ClassicFixture fixture = new ClassicFixture(database())) {
            LockTable table = LockTable.pessimisticLock().named(fixture.create(ClassicTable.PESSIMISTIC));
            PessimisticLock first = fixture.open(new PessimisticLock(fixture.source(), "node-1", table));
            Queue<LockEvent> rejected = new ConcurrentLinkedQueue<>();
            PessimisticLock second =
                    fixture.open(new PessimisticLock(fixture.source(), "node-2", table).telling(rejected::add));
            Queue<String> produced = new ConcurrentLinkedQueue<>();
            CompletableFuture<?>[] later = new CompletableFuture<?>[1];
            first.autoLock(
                    Locks.TASK_PRODUCER,
                    () -> {
                        later[0] = CompletableFuture.runAsync(() -> second.autoLock(
                                Locks.PATIENT, () -> produced.add("second"), () -> produced.add("gave up")));
                        fixture.await().until(() -> rejected.stream().anyMatch(LockEvent.Busy.class::isInstance));
                        produced.add("first");
                    },
                    () -> produced.add("busy"));
            later[0].join();
            assertThat(produced).containsExactly("first", "second");
        }
    }
}
