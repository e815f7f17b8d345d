package io.rowlock.testkit.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.LockInterruptedException;
import io.rowlock.classic.LockId;
import io.rowlock.classic.LockOwner;
import io.rowlock.classic.PessimisticLock;
import io.rowlock.classic.TableLockManager;
import io.rowlock.testkit.classic.PessimisticLockContract.Locks;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.source.GatedDataSource;
import io.rowlock.testkit.source.UnreliableDataSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Interrupts, failing releases and closed faces hide no exception. */
public interface FaceEndContract extends DefectsContract {
    /** In the original the release in {@code finally} throws, and the work's own exception is gone. */
    @Promise
    default void aReleaseThatFailsDoesNotHideTheWorksException() throws Exception {
        try (ClassicFixture fixture = new ClassicFixture(database())) {
            UnreliableDataSource source = new UnreliableDataSource(fixture.source());
            PessimisticLock lock = Faces.over(fixture, source).pessimistic();
            assertThatExceptionOfType(ArithmeticException.class)
                    .isThrownBy(() -> lock.autoLock(
                            Locks.TASK_PRODUCER,
                            () -> {
                                source.fail();
                                throw new ArithmeticException("the work's own");
                            },
                            () -> {}))
                    .withMessage("the work's own");
            assertThat(source.failures()).isPositive();
            source.heal();
        }
    }

    /** An executor that is shut down interrupts the work, and the release in {@code finally} comes after that. */
    @Promise
    default void anInterruptedThreadStillReleasesAndStaysInterrupted() throws Exception {
        try (ClassicFixture fixture = new ClassicFixture(database())) {
            Faces faces = Faces.over(fixture, fixture.source());
            LockId id = faces.lockAll("a");
            assertReleasedThough(() -> faces.manager().releaseLock(id));
            assertReleasedThough(() -> faces.dist().unlock("report", "a"));
            faces.manager().releaseLock(faces.lockAll("b"));
            assertReleasedThough(() -> faces.dist().releaseLock("report", "b"));
            faces.pessimistic().doLock(Locks.TASK_PRODUCER);
            assertReleasedThough(() -> faces.pessimistic().unLock(Locks.TASK_PRODUCER));
            faces.pessimistic()
                    .autoLock(Locks.TASK_PRODUCER, () -> Thread.currentThread().interrupt(), () -> {});
            assertThat(Thread.interrupted()).isTrue();

            faces.lockAll("c");
            faces.pessimistic().doLock(Locks.TASK_PRODUCER);
            assertThat(faces.dist().lockOwner("report").map(LockOwner::owner)).contains("c");
        }
    }

    private static void assertReleasedThough(Runnable release) {
        Thread.currentThread().interrupt();
        try {
            release.run();
        } finally {
            assertThat(Thread.interrupted()).as("the flag that was set before").isTrue();
        }
    }

    @Promise
    default void aFaceThatWasClosedReleasesNothingAndHidesNoException() throws Exception {
        try (ClassicFixture fixture = new ClassicFixture(database())) {
            Faces faces = Faces.over(fixture, fixture.source());
            assertThat(faces.dist().tryLock("report", "a", Duration.ofMinutes(1)))
                    .isTrue();
            faces.dist().close();
            faces.dist().releaseLock("report", "a");
            assertThatExceptionOfType(ArithmeticException.class)
                    .isThrownBy(() -> faces.pessimistic()
                            .autoLock(
                                    Locks.TASK_PRODUCER,
                                    () -> {
                                        faces.pessimistic().close();
                                        throw new ArithmeticException("the work's own");
                                    },
                                    () -> {}));
        }
    }

    /** A check of the table that does not end delays its waiters, but not beyond their own timeouts. */
    @Promise
    default void theFirstUseCanBeInterruptedAlsoBehindAnother() throws Exception {
        try (ClassicFixture fixture = new ClassicFixture(database())) {
            GatedDataSource gate = new GatedDataSource(fixture.source());
            TableLockManager manager = Faces.over(fixture, gate).manager();
            gate.shut();
            CompletableFuture<LockId> first = CompletableFuture.supplyAsync(() -> manager.tryLock("Order", "1"));
            fixture.await().until(() -> gate.waiting() == 1);
            CompletableFuture<Boolean> heldUp = new CompletableFuture<>();
            Thread second = new Thread(() -> {
                try {
                    manager.tryLock("Order", "2");
                } catch (LockInterruptedException told) {
                    heldUp.complete(first.isDone());
                }
            });
            second.start();
            fixture.await()
                    .until(() -> second.getState() != Thread.State.NEW && second.getState() != Thread.State.RUNNABLE);
            second.interrupt();
            assertThat(heldUp.get(60, TimeUnit.SECONDS)).isFalse();
            gate.open();
            manager.checkLock(first.join());
        }
    }
}
