package io.rowlock.engines.fault.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockStatus;
import io.rowlock.LockStatus.State;
import io.rowlock.engines.fault.fixture.FaultContract;
import io.rowlock.engines.fault.fixture.FaultFixture;
import io.rowlock.engines.machine.Prerequisite;
import io.rowlock.engines.process.SkewedClock;
import io.rowlock.engines.worker.Tally;
import io.rowlock.engines.worker.Tally.Step;
import io.rowlock.engines.worker.Worker;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Processes that contend, die, sleep and misjudge the time: S1 to S3, S6 and S7, L1, and L3 for a process that was
 * stopped.
 */
public interface ProcessContract extends FaultContract {

    /** The shortest lease: what is to be lost is lost soon. */
    Duration SHORT = LockDefinition.MIN_LEASE;

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    default void processesThatCountUnderOneLockLoseNoStep(FaultFixture fixture) throws SQLException {
        assertCountingLosesNothing(fixture, 3, 15);
    }

    @Test
    @Tag("long")
    default void manyProcessesThatCountForLongUnderOneLockLoseNoStep(FaultFixture fixture) throws SQLException {
        assertCountingLosesNothing(fixture, 5, 100);
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    default void aKilledHoldersLockIsTakenOverAfterItsExpiryAndNotBefore(FaultFixture fixture) {
        Worker holder = fixture.worker(launch -> launch).awaitReady();
        long token = acquireKept(fixture, holder);

        holder.jvm().kill();
        LockStatus left = fixture.status();
        assertThat(left.token()).isEqualTo(token);

        assertTakenOverAfter(left, fixture);
    }

    /** The question is put to it while it stands, so that it is the first thing it hears on waking. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    default void aHolderThatWasStoppedPastItsLeaseKnowsOnWakingThatItLost(FaultFixture fixture) {
        Worker stopped = fixture.worker(launch -> launch).awaitReady();
        long token = acquireKept(fixture, stopped);
        stopped.jvm().freeze();
        stopped.askHeld();

        try (Hold next =
                fixture.client().lock(fixture.lock(Duration.ofSeconds(30))).acquire()) {
            long granted = System.nanoTime();
            assertThat(next.token()).isGreaterThan(token);
            stopped.jvm().thaw();

            Worker.Held onWaking = stopped.held();
            assertThat(onWaking.now()).as("held on waking").isFalse();
            assertThat(onWaking.last() - granted)
                    .as("last seen held, after the other's grant")
                    .isNegative();
            assertThat(stopped.awaitLost()).isEqualTo(token);

            stopped.release();
            assertThat(next.check())
                    .as("the other's hold after the loser's close()")
                    .isTrue();
            assertThat(fixture.status().token()).isEqualTo(next.token());
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    default void aHolderThatWasStoppedForLessThanItsLeaseHoldsOn(FaultFixture fixture) {
        Worker holder = fixture.worker(launch -> launch).awaitReady();
        long token = holder.acquire(fixture.lock(Duration.ofSeconds(6)));

        holder.jvm().freeze();
        assertThat(fixture.client().lock(fixture.lock(SHORT)).tryAcquire(Duration.ofMillis(300)))
                .isEmpty();
        holder.jvm().thaw();

        fixture.await("a renewal after waking").until(() -> fixture.status().renewals() > 0);
        assertThat(fixture.status().token()).isEqualTo(token);
        holder.askHeld();
        assertThat(holder.held().now()).isTrue();
        holder.release();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    default void clocksAndZonesOfTheProcessesChangeNothing(FaultFixture fixture) throws SQLException {
        Prerequisite.require(SkewedClock.availability());
        Tally tally = fixture.tally();
        Worker ahead = fixture.worker(launch ->
                launch.clock(SkewedClock.ahead(Duration.ofHours(5))).option("-Duser.timezone=Pacific/Kiritimati"));
        Worker behind = fixture.worker(launch ->
                launch.clock(SkewedClock.behind(Duration.ofHours(5))).option("-Duser.timezone=Pacific/Pago_Pago"));
        ahead.awaitReady();
        behind.awaitReady();

        countTogether(fixture, List.of(ahead, behind), 10);
        assertNothingLost(tally, 20);

        assertExpiryIsTheDatabases(fixture, ahead, behind);
    }

    /** A client whose own clock counted would see the other's lease ended if it is ahead, and never see it end if it is behind. */
    private static void assertExpiryIsTheDatabases(FaultFixture fixture, Worker ahead, Worker behind) {
        LockDefinition lock = fixture.lock(SHORT);
        long first = behind.acquire(lock);
        ahead.acquireInVain(lock.withWait(Duration.ofMillis(2_500)));
        assertThat(fixture.status().token()).isEqualTo(first);
        behind.release();

        long second = ahead.acquire(lock);
        behind.acquireInVain(lock.withWait(Duration.ZERO));
        ahead.jvm().kill();
        LockStatus left = fixture.status();
        long third = behind.acquire(lock);
        assertThat(List.of(first, second, third)).isSorted().doesNotHaveDuplicates();
        assertThat(fixture.status().since()).isAfterOrEqualTo(left.until());
        behind.release();
    }

    /** Has it take a hold that its process's session keeps. On a busy machine one may be lost before; then it takes another. */
    private static long acquireKept(FaultFixture fixture, Worker holder) {
        long token = holder.acquire(fixture.lock(SHORT));
        for (int losses = 0; !isKept(fixture); losses++) {
            assertThat(losses).as("holds that were lost, one after the other").isLessThan(5);
            assertThat(holder.awaitLost()).isEqualTo(token);
            holder.release();
            token = holder.acquire(fixture.lock(SHORT));
        }
        return token;
    }

    /** Waits for more renewals than a hold has by itself before a session keeps it, or for its end. */
    private static boolean isKept(FaultFixture fixture) {
        fixture.await("renewals")
                .until(() -> fixture.status().renewals() > 4 || fixture.status().state() != State.HELD);
        return fixture.status().state() == State.HELD;
    }

    private static void assertCountingLosesNothing(FaultFixture fixture, int processes, int rounds)
            throws SQLException {
        Tally tally = fixture.tally();
        List<Worker> workers = started(fixture, processes);
        countTogether(fixture, workers, rounds);
        assertNothingLost(tally, processes * rounds);
    }

    private static void assertTakenOverAfter(LockStatus left, FaultFixture fixture) {
        try (Hold next = fixture.client().lock(fixture.lock(SHORT)).acquire()) {
            LockStatus taken = fixture.status();
            assertThat(taken.token()).isEqualTo(next.token()).isGreaterThan(left.token());
            assertThat(taken.since()).as("when the database granted it again").isAfterOrEqualTo(left.until());
        }
    }

    private static List<Worker> started(FaultFixture fixture, int count) {
        List<Worker> workers = Stream.generate(() -> fixture.worker(launch -> launch))
                .limit(count)
                .toList();
        workers.forEach(Worker::awaitReady);
        return workers;
    }

    private static void countTogether(FaultFixture fixture, List<Worker> workers, int rounds) {
        workers.forEach(worker -> worker.beginCount(fixture.name(), rounds));
        workers.forEach(Worker::awaitCounted);
    }

    private static void assertNothingLost(Tally tally, int steps) throws SQLException {
        assertThat(tally.number()).isEqualTo(steps);
        assertThat(tally.steps())
                .extracting(Step::result)
                .isSorted()
                .doesNotHaveDuplicates()
                .hasSize(steps);
        assertThat(tally.steps())
                .as("tokens in the order of the steps")
                .extracting(Step::token)
                .isSorted()
                .doesNotHaveDuplicates();
    }
}
