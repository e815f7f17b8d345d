package io.rowlock.testkit.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.rowlock.classic.PessimisticLock;
import io.rowlock.classic.PessimisticLockDefinition;
import io.rowlock.table.LockTable;
import io.rowlock.testkit.classic.original.OriginalPessimisticLock;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.fixture.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/** The table {@code TBL_PESSIMISTIC_LOCK}: what the face keeps of the original, and the defects that it does not have. */
public interface PessimisticLockContract {
    /** The database under test. */
    TestDatabase database();

    /** All locks of a system, in one place, as the document has them. */
    enum Locks implements PessimisticLockDefinition {
        /** Held long, asked for once. */
        TASK_PRODUCER("TIMER_TASK_GET_LOCK", 120_000L, 0, 5_000L),
        /** Asked for again and again. */
        PATIENT("TIMER_TASK_GET_LOCK", 120_000L, 600, 50L),
        /** Soon over. */
        BRIEF("TIMER_TASK_GET_LOCK", 1_500L, 0, 50L);

        private final String lockName;
        private final Long overTime;
        private final Integer retryCount;
        private final Long retryInterval;

        Locks(String lockName, Long overTime, Integer retryCount, Long retryInterval) {
            this.lockName = lockName;
            this.overTime = overTime;
            this.retryCount = retryCount;
            this.retryInterval = retryInterval;
        }

        @Override
        public String getLockName() {
            return lockName;
        }

        @Override
        public Long getOverTime() {
            return overTime;
        }

        @Override
        public Integer getRetryCount() {
            return retryCount;
        }

        @Override
        public Long getRetryInterval() {
            return retryInterval;
        }
    }

    /** One table, and clients of it. */
    final class Site implements AutoCloseable {
        final ClassicFixture fixture;
        final String table;
        final PessimisticLock lock;

        Site(TestDatabase database) {
            fixture = new ClassicFixture(database);
            table = fixture.create(ClassicTable.PESSIMISTIC);
            lock = node("node-1");
        }

        PessimisticLock node(String holder) {
            return node(fixture.source(), holder);
        }

        PessimisticLock node(DataSource source, String holder) {
            return fixture.open(new PessimisticLock(
                    source, holder, LockTable.pessimisticLock().named(table)));
        }

        OriginalPessimisticLock original() {
            String now = OriginalPessimisticLock.now(fixture.kind());
            return new OriginalPessimisticLock(fixture.testDatabase().dataSource(), table, "original", now);
        }

        boolean originalLocks(long overTime) throws Exception {
            return original().tryLock(fixture.kind(), Locks.BRIEF.getLockName(), overTime);
        }

        void assertBusy() {
            assertThatIllegalStateException().isThrownBy(() -> node("another").doLock(Locks.TASK_PRODUCER));
        }

        @Override
        public void close() throws Exception {
            fixture.close();
        }
    }

    @Promise
    default void aLockIsTakenOnceUntilItIsReleased() throws Exception {
        try (Site site = new Site(database())) {
            site.lock.doLock(Locks.TASK_PRODUCER);
            assertThatIllegalStateException()
                    .isThrownBy(() -> site.lock.doLock(Locks.TASK_PRODUCER))
                    .withMessageContaining("TIMER_TASK_GET_LOCK")
                    .withMessageContaining("node-1");
            site.lock.unLock(Locks.TASK_PRODUCER);
            site.node("node-2").doLock(Locks.TASK_PRODUCER);
        }
    }

    @Promise
    default void aCallerThatTriesAgainGetsItOnceItIsReleased() throws Exception {
        try (Site site = new Site(database())) {
            site.lock.doLock(Locks.TASK_PRODUCER);
            PessimisticLock other = site.node("node-2");
            CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> other.doLock(Locks.PATIENT));
            site.lock.unLock(Locks.TASK_PRODUCER);
            waiting.join();
            assertThatIllegalStateException().isThrownBy(() -> site.lock.doLock(Locks.TASK_PRODUCER));
        }
    }

    /** The original takes a time-out as a parameter, and then the definition's. */
    @Promise
    default void theCustomTimeOutCounts() throws Exception {
        try (Site site = new Site(database())) {
            site.lock.doLock(Locks.TASK_PRODUCER, 1_500, 0, 0);
            site.fixture.await().until(() -> isTaken(site.node("node-2")));
        }
    }

    static boolean isTaken(PessimisticLock lock) {
        try {
            lock.doLock(Locks.TASK_PRODUCER);
            return true;
        } catch (IllegalStateException busy) {
            return false;
        }
    }

    /** Fractions that the column cannot keep are rounded up. */
    @Promise
    default void aTimeOutIsNeverCutShort() throws Exception {
        try (Site site = new Site(database())) {
            long[] asked = new long[1];
            for (int round = 0; round < 3; round++) {
                long last = asked[0];
                site.fixture.await().until(() -> {
                    long before = System.nanoTime();
                    boolean taken = isBrieflyTaken(site.lock);
                    asked[0] = taken ? before : asked[0];
                    return taken;
                });
                assertThat(round == 0 || System.nanoTime() - last >= 1_500_000_000L)
                        .as("whether it lasted as long as was asked for")
                        .isTrue();
            }
        }
    }

    private static boolean isBrieflyTaken(PessimisticLock lock) {
        try {
            lock.doLock(Locks.TASK_PRODUCER, 1_500, 0, 0);
            return true;
        } catch (IllegalStateException busy) {
            return false;
        }
    }

    /** In the original all threads of a node have one name, so one may release what another has taken since. */
    @Promise
    default void aThreadWhoseTimeIsOverDoesNotReleaseAnothersLock() throws Exception {
        try (Site site = new Site(database())) {
            site.lock.doLock(Locks.BRIEF);
            CompletableFuture.runAsync(() -> site.fixture.await().until(() -> isTaken(site.lock)))
                    .join();
            site.lock.unLock(Locks.BRIEF);
            site.assertBusy();
        }
    }

    @Promise
    default void aLockThatOneThreadTookAnotherMayRelease() throws Exception {
        try (Site site = new Site(database())) {
            site.lock.doLock(Locks.TASK_PRODUCER);
            CompletableFuture.runAsync(() -> site.lock.unLock(Locks.TASK_PRODUCER))
                    .join();
            site.node("node-2").doLock(Locks.TASK_PRODUCER);
        }
    }

    /** The original released by the server's name alone. */
    @Promise
    default void aRestartedNodeReleasesNothingThatItTookBefore() throws Exception {
        try (Site site = new Site(database())) {
            site.lock.doLock(Locks.TASK_PRODUCER);
            site.lock.close();
            site.node("node-1").unLock(Locks.TASK_PRODUCER);
            site.assertBusy();
        }
    }

    @Promise
    default void aHoldersNameIsUniqueAndFitsTheColumn() throws Exception {
        try (Site site = new Site(database())) {
            PessimisticLock wordy = site.node("a-node-whose-name-is-far-too-long-für-the-column-of-the-table-and-more");
            wordy.doLock(Locks.TASK_PRODUCER);
            String first = holder(site);
            wordy.unLock(Locks.TASK_PRODUCER);
            wordy.doLock(Locks.TASK_PRODUCER);
            assertThat(holder(site)).isNotEqualTo(first).startsWith("a-node-whose-name");
            assertThat(first.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(64);
        }
    }

    private static String holder(Site site) {
        return site.fixture.column("SELECT LOCK_HOLDER FROM " + site.table).get(0);
    }

    @Promise
    default void autoLockRunsOneOfTheTwoAndReleases() throws Exception {
        try (Site site = new Site(database())) {
            AtomicInteger ran = new AtomicInteger();
            AtomicInteger busy = new AtomicInteger();
            site.lock.autoLock(
                    Locks.TASK_PRODUCER,
                    () -> site.node("node-2")
                            .autoLock(Locks.TASK_PRODUCER, ran::incrementAndGet, busy::incrementAndGet),
                    ran::incrementAndGet);
            assertThat(ran).hasValue(0);
            assertThat(busy).hasValue(1);
            site.lock.autoLock(Locks.TASK_PRODUCER, ran::incrementAndGet, busy::incrementAndGet);
            assertThat(ran).hasValue(1);
        }
    }

    @Promise
    default void ofThreeThreadsThatAutoLockAtOnceOneRuns() throws Exception {
        try (Site site = new Site(database())) {
            AtomicInteger inside = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            AtomicInteger ran = new AtomicInteger();
            IntStream.range(0, 3)
                    .parallel()
                    .forEach(any -> site.lock.autoLock(
                            Locks.PATIENT,
                            () -> {
                                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                                ran.incrementAndGet();
                                inside.decrementAndGet();
                            },
                            () -> {}));
            assertThat(most).hasValue(1);
            assertThat(ran).hasValue(3);
        }
    }

    @Promise
    default void theWorksOwnExceptionIsSeenAndTheLockReleased() throws Exception {
        try (Site site = new Site(database())) {
            assertThatExceptionOfType(ArithmeticException.class)
                    .isThrownBy(() -> site.lock.autoLock(
                            Locks.BRIEF,
                            () -> {
                                // Its time is over, and the row another's, when it is released.
                                site.fixture.await().until(() -> isTaken(site.node("node-2")));
                                throw new ArithmeticException();
                            },
                            () -> {}));
            site.assertBusy();
        }
    }

    @Promise
    default void bothKindsOfNodesExcludeEachOtherAndTakeOverHere() throws Exception {
        try (Site site = new Site(database())) {
            assertThat(site.originalLocks(120_000)).isTrue();
            assertThatIllegalStateException().isThrownBy(() -> site.lock.doLock(Locks.TASK_PRODUCER));
            assertThat(site.original().unlock(Locks.BRIEF.getLockName())).isTrue();
            site.lock.doLock(Locks.TASK_PRODUCER);
            assertThat(site.originalLocks(120_000)).isFalse();
            assertThat(site.original().unlock(Locks.BRIEF.getLockName())).isFalse();
            site.lock.unLock(Locks.TASK_PRODUCER);
            assertThat(site.originalLocks(1_000)).isTrue();
            site.fixture.await().until(() -> isTaken(site.lock));
            site.lock.unLock(Locks.TASK_PRODUCER);
            site.lock.doLock(Locks.BRIEF);
            site.fixture.await().until(() -> site.originalLocks(120_000));
        }
    }
}
