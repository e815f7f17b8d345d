package io.rowlock.engines.coexistence;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.LockStoreException;
import io.rowlock.engines.Engines;
import io.rowlock.engines.coexistence.Contender.Place;
import io.rowlock.engines.coexistence.Contender.Side;
import io.rowlock.engines.server.Engine;
import io.rowlock.table.LockTable;
import io.rowlock.table.TableHold;
import io.rowlock.table.TableLock;
import io.rowlock.table.TableLocks;
import io.rowlock.testkit.classic.ClassicFixture;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The moment at which a lock changes sides because its time is over, for locks taken at eight phases of a second: no earlier
 * than the original itself would answer, and no earlier than Rowlock's own belief ends. The original is asked at that very
 * moment, so the speed of the machine does not matter.
 */
class ExpiryPhasesTest {
    private static final int PHASES = 8;
    private static final Duration LEASE = Duration.ofSeconds(1);
    private static final Duration SKEW = Duration.ofMillis(90_500);
    private static final long PAUSE = 10;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    static Stream<Engine> engines() {
        return Stream.of(Engines.h2Memory(), Engines.postgres(), Engines.mySql(), Engines.mariaDb());
    }

    /** A system, on its own columns or on columns of whole seconds, which round or cut what is written. */
    private record Subject(Rival rival, boolean wholeSeconds) {

        static List<Subject> all() {
            List<Subject> all = new ArrayList<>();
            Arrays.stream(Rival.values())
                    .filter(rival -> rival != Rival.USER_LEVEL)
                    .forEach(rival -> all.add(new Subject(rival, false)));
            List.of(Rival.DIST_LOCK, Rival.SHEDLOCK, Rival.INT_LOCK)
                    .forEach(rival -> all.add(new Subject(rival, true)));
            return all;
        }

        String create(ClassicFixture fixture) {
            return wholeSeconds ? rival.create(fixture, 0) : rival.create(fixture);
        }

        String name(int phase) {
            return rival == Rival.LOCKS ? "Job:" + phase : "job-" + phase;
        }

        Contender original(ClassicFixture fixture, String table, String node, int phase) {
            String name = rival == Rival.LOCKS ? String.valueOf(phase) : name(phase);
            Place place =
                    new Place(fixture.source(), fixture.kind(), table, node, ZoneId.systemDefault(), fixture::open);
            return Side.OLD.of(rival, place.of(name));
        }

        TableLocks rowlock(ClassicFixture fixture, String table) {
            return rowlock(fixture, table, Duration.ZERO);
        }

        TableLocks rowlock(ClassicFixture fixture, String table, Duration skew) {
            LockTable described = rival.described(fixture.kind(), table, ZoneId.systemDefault())
                    .withSkew(skew);
            return fixture.open(TableLocks.on(fixture.source(), described));
        }
    }

    @ParameterizedTest
    @MethodSource("engines")
    void noSideTakesALivingLockOfTheOther(Engine engine) throws Exception {
        Queue<String> early = new ConcurrentLinkedQueue<>();
        try (ClassicFixture fixture = new ClassicFixture(engine)) {
            List<CompletableFuture<Void>> all = new ArrayList<>();
            for (Subject subject : Subject.all()) {
                String ofOriginals = subject.create(fixture);
                String copies = subject.create(fixture);
                String ofRowlock = subject.create(fixture);
                all.add(run(() -> rowlockTakesFromOriginals(fixture, subject, ofOriginals, copies, early)));
                all.add(run(() -> originalsTakeFromRowlock(fixture, subject, ofRowlock, early)));
            }
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
        }
        assertThat(early).isEmpty();
    }

    /** Others are given the skew so that they notice the end of a lock; a release has no need of it. */
    @ParameterizedTest
    @MethodSource("engines")
    void aReleasedLockIsFreeAtOnceWhateverTheSkew(Engine engine) throws Exception {
        try (ClassicFixture fixture = new ClassicFixture(engine)) {
            for (Subject subject : Subject.all()) {
                TableLock lock =
                        subject.rowlock(fixture, subject.create(fixture), SKEW).lock(subject.name(0));
                held(lock).close();
                Optional<TableHold> next = lock.tryAcquire();
                assertThat(next).as("the released lock on %s", subject).isPresent();
                next.get().close();
            }
        }
    }

    /** Two tables hold the same rows: as soon as Rowlock has taken one, an original has to be able to take the other. */
    private static void rowlockTakesFromOriginals(
            ClassicFixture fixture, Subject subject, String table, String copies, Collection<String> early)
            throws Exception {
        TableLocks locks = subject.rowlock(fixture, table);
        Map<Integer, Long> taken = new HashMap<>();
        for (int phase = 0; phase < PHASES; phase++) {
            Contender original = subject.original(fixture, table, "old", phase);
            awaitPhase(phase);
            assertThat(original.tryLock(LEASE.multipliedBy(2))).isPresent();
            taken.put(phase, System.nanoTime());
        }
        fixture.run("INSERT INTO " + copies + " SELECT * FROM " + table);
        Map<Integer, Contender> others = new HashMap<>();
        taken.keySet().forEach(phase -> others.put(phase, subject.original(fixture, copies, "other", phase)));
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!others.isEmpty() && System.nanoTime() - end < 0) {
            Thread.sleep(PAUSE);
            for (int phase : List.copyOf(others.keySet())) {
                TableLock lock = locks.lock(subject.name(phase));
                if (lock.tryAcquire().isPresent()
                        && others.remove(phase).tryLock(LEASE).isEmpty()) {
                    early.add("Rowlock from an original on " + subject + " at phase " + phase + "/" + PHASES + ", "
                            + millisSince(taken.get(phase)) + " ms after it was locked for "
                            + LEASE.multipliedBy(2).toMillis());
                }
            }
        }
        assertThat(others).isEmpty();
    }

    private static void originalsTakeFromRowlock(
            ClassicFixture fixture, Subject subject, String table, Collection<String> early) throws Exception {
        TableLocks locks = subject.rowlock(fixture, table);
        Map<Integer, TableHold> holds = new HashMap<>();
        Map<Integer, Contender> others = new HashMap<>();
        for (int phase = 0; phase < PHASES; phase++) {
            others.put(phase, subject.original(fixture, table, "old", phase));
            awaitPhase(phase);
            TableLock lock = locks.lock(subject.name(phase)).withLease(LEASE).withRenewal(false);
            holds.put(phase, held(lock));
        }
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!others.isEmpty() && System.nanoTime() - end < 0) {
            Thread.sleep(PAUSE);
            for (int phase : List.copyOf(others.keySet())) {
                if (others.get(phase).tryLock(LEASE).isPresent()) {
                    others.remove(phase);
                    Duration left = holds.get(phase).remaining();
                    if (!left.isZero()) {
                        early.add("an original from Rowlock on " + subject + " at phase " + phase + "/" + PHASES + ", "
                                + left.toMillis() + " ms before Rowlock would have noticed");
                    }
                }
            }
        }
        assertThat(others).isEmpty();
    }

    /** A grant that takes longer to arrive than its lease lasts is rejected, as on a machine that is busy; so it is asked for again. */
    private static TableHold held(TableLock lock) throws InterruptedException {
        while (true) {
            try {
                Optional<TableHold> hold = lock.tryAcquire();
                if (hold.isPresent()) {
                    return hold.get();
                }
            } catch (LockStoreException late) {
                Thread.sleep(PAUSE);
            }
        }
    }

    /** Waits for a part of the wall clock's second; that is what the columns round. */
    private static void awaitPhase(int phase) throws InterruptedException {
        long now = Instant.now().get(ChronoField.MILLI_OF_SECOND);
        Thread.sleep(Math.floorMod(phase * 1_000L / PHASES - now, 1_000L));
    }

    private static long millisSince(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos).toMillis();
    }

    /** A part of the test, on a thread of its own. */
    @FunctionalInterface
    private interface Part {
        void run() throws Exception;
    }

    private static CompletableFuture<Void> run(Part part) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        part.run();
                    } catch (Exception failure) {
                        throw new AssertionError(failure.getMessage(), failure);
                    }
                },
                runnable -> new Thread(runnable).start());
    }
}
