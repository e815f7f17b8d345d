package io.rowlock.testkit.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.Database;
import io.rowlock.LockStoreException;
import io.rowlock.classic.AlreadyLockedException;
import io.rowlock.classic.DistLock;
import io.rowlock.classic.LockId;
import io.rowlock.classic.TableLockManager;
import io.rowlock.table.LockTable;
import io.rowlock.table.TableHold;
import io.rowlock.table.TableLocks;
import io.rowlock.testkit.classic.ClassicFixture;
import io.rowlock.testkit.classic.ClassicTable;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.fixture.TestDatabase;
import io.rowlock.testkit.source.GatedDataSource;
import io.rowlock.testkit.source.LentDataSource;
import io.rowlock.testkit.store.TableLock;
import io.rowlock.testkit.table.TableLocksContract.Kind;
import io.rowlock.testkit.table.TableLocksContract.TableFixture;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Statements on tables of others that the database itself rejects for a passing reason, as it does with a lock timeout while
 * DDL has the table locked. A lock that is granted after that stays with its holder. S1, S2, S6.
 */
public interface RejectedTableStatementContract {

    /** The locks that are asked for at once. */
    List<String> NAMES =
            IntStream.range(0, 20).mapToObj(number -> "Job:" + number).toList();

    /** So many rejections show that claims were rejected, and repeated. */
    int ENOUGH = 12;

    /** The same where each rejection takes a second. */
    int ENOUGH_SLOW_ONES = 4;

    /** Long enough for a test. */
    Duration LONG = Duration.ofMinutes(2);

    /** The database under test. */
    TestDatabase database();

    @Promise
    default void aLockOfATableOfOthersThatIsGrantedAfterRejectionsStaysWithItsHolder() throws Exception {
        for (Kind kind : Kind.values()) {
            try (TableFixture fixture = new TableFixture(database(), kind)) {
                assertGrantsStay(fixture);
            }
        }
    }

    private static void assertGrantsStay(TableFixture fixture) {
        GatedDataSource impatient = impatient(fixture.classic);
        TableLocks one = fixture.classic.open(TableLocks.builder(impatient, fixture.description())
                .callTimeout(Duration.ofSeconds(50))
                .build());
        TableLocks two = fixture.client();
        NAMES.forEach(name -> assertThat(one.lock(name).tryRun(() -> {})).isTrue());

        List<TableHold> holds = askedDespiteRejections(
                fixture.classic,
                fixture.table,
                impatient,
                name -> one.lock(name).tryAcquire().orElseThrow());

        pause();
        assertThat(NAMES.stream().filter(name -> two.lock(name).tryAcquire().isPresent()))
                .as("locks on %s that a second client was granted while the first held them", fixture.kind)
                .isEmpty();
        assertThat(holds).allMatch(TableHold::isHeld).allMatch(TableHold::check).allSatisfy(TableHold::renew);
        holds.forEach(TableHold::close);
        assertThat(NAMES).allMatch(name -> two.lock(name).tryRun(() -> {}));
    }

    /** An owner that was told no, because the database could not be asked for as long as a call lasts, may have it or not. */
    @Promise
    default void ofTwoOwnersWhoseStatementsAreRejectedOneIsToldThatItHasTheLock() throws Exception {
        try (ClassicFixture fixture = new ClassicFixture(database())) {
            String table = fixture.create(ClassicTable.DIST_LOCK);
            GatedDataSource impatient = impatient(fixture);
            DistLock one =
                    fixture.open(new DistLock(impatient, LockTable.distLock().named(table)));
            DistLock two = fixture.open(
                    new DistLock(fixture.source(), LockTable.distLock().named(table)));
            NAMES.forEach(name -> assertThat(one.tryLock(name, "before", LONG)).isTrue());
            NAMES.forEach(name -> one.unlock(name, "before"));

            List<Boolean> told =
                    askedDespiteRejections(fixture, table, impatient, name -> one.tryLock(name, "one", LONG));

            pause();
            assertThat(told).contains(true);
            assertThat(IntStream.range(0, told.size())
                            .filter(told::get)
                            .mapToObj(NAMES::get)
                            .filter(name -> two.tryLock(name, "two", LONG)))
                    .as("locks that a second owner was granted while the first had them")
                    .isEmpty();
        }
    }

    /** Each of its claims has an id of its own, which it gives back if it may be granted late. */
    @Promise
    default void aLockThatAManagerIsGrantedAfterRejectionsIsNotGivenBack() throws Exception {
        try (ClassicFixture fixture = new ClassicFixture(database())) {
            String table = fixture.create(ClassicTable.LOCKS);
            LockTable locks = LockTable.locks().named(table);
            GatedDataSource impatient = impatient(fixture);
            TableLockManager one = fixture.open(new TableLockManager(impatient, locks, LONG));
            TableLockManager two = fixture.open(new TableLockManager(fixture.source(), locks, LONG));
            NAMES.forEach(name -> one.releaseLock(one.tryLock("type", name)));

            List<Optional<LockId>> told =
                    askedDespiteRejections(fixture, table, impatient, name -> lockUnlessUnreachable(one, name));

            pause();
            assertThat(told).anyMatch(Optional::isPresent);
            assertThat(IntStream.range(0, told.size())
                            .filter(number -> told.get(number).isPresent()))
                    .allSatisfy(number -> {
                        assertThatExceptionOfType(AlreadyLockedException.class)
                                .isThrownBy(() -> two.tryLock("type", NAMES.get(number)));
                        one.checkLock(told.get(number).orElseThrow());
                    });
            told.stream().flatMap(Optional::stream).forEach(one::releaseLock);
        }
    }

    private static Optional<LockId> lockUnlessUnreachable(TableLockManager manager, String name) {
        try {
            return Optional.of(manager.tryLock("type", name));
        } catch (LockStoreException unreachable) {
            return Optional.empty();
        }
    }

    private static GatedDataSource impatient(ClassicFixture fixture) {
        return new GatedDataSource(new LentDataSource(
                fixture.source(),
                connection ->
                        TableLock.rejectSoon(connection, fixture.testDatabase().product())));
    }

    private static <T> List<T> askedDespiteRejections(
            ClassicFixture fixture, String table, GatedDataSource impatient, Function<String, T> ask) {
        ExecutorService threads = Executors.newFixedThreadPool(NAMES.size());
        fixture.open(threads::shutdownNow);
        int enough = impatient.rejections().size()
                + (fixture.testDatabase().product() == Database.MYSQL ? ENOUGH_SLOW_ONES : ENOUGH);
        List<CompletableFuture<T>> asking;
        try (TableLock ddl = new TableLock(fixture.testDatabase(), table)) {
            asking = NAMES.stream()
                    .map(name -> CompletableFuture.supplyAsync(() -> ask.apply(name), threads))
                    .toList();
            fixture.await().until(() -> impatient.rejections().size() >= enough);
        }
        return asking.stream().map(CompletableFuture::join).toList();
    }

    /** Nothing can be awaited here: within this time nothing may happen. */
    private static void pause() {
        try {
            Thread.sleep(300);
        } catch (InterruptedException interrupt) {
            throw new IllegalStateException(interrupt);
        }
    }
}
