package io.rowlock.testkit.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.LockInterruptedException;
import io.rowlock.LockOutcomeUnknownException;
import io.rowlock.LockStoreException;
import io.rowlock.classic.PessimisticLock;
import io.rowlock.testkit.fixture.Promise;
import io.rowlock.testkit.source.FailingDataSource;
import io.rowlock.testkit.source.GatedDataSource;
import io.rowlock.testkit.source.HeldBackDataSource;
import io.rowlock.testkit.source.UnreliableDataSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** Failures, interrupts and late answers are not taken for a busy lock, and leave none behind. */
public interface PessimisticLockFailureContract extends PessimisticLockContract {
    @Promise
    default void aBrokenDatabaseIsNotABusyLock() throws Exception {
        try (Site site = new Site(database())) {
            AtomicInteger busy = new AtomicInteger();
            PessimisticLock broken =
                    site.node(new FailingDataSource(site.fixture.source(), "prepareStatement"), "node");
            assertThatExceptionOfType(LockStoreException.class)
                    .isThrownBy(() -> broken.autoLock(Locks.TASK_PRODUCER, () -> {}, busy::incrementAndGet));
            assertThat(busy).hasValue(0);
        }
    }

    @Promise
    default void anInterruptIsNotABusyLockAndItsFlagIsKept() throws Exception {
        try (Site site = new Site(database())) {
            site.lock.doLock(Locks.TASK_PRODUCER);
            AtomicInteger busy = new AtomicInteger();
            PessimisticLock other = site.node("node-2");
            CompletableFuture<Boolean> flag = new CompletableFuture<>();
            Thread waiting = new Thread(() -> {
                try {
                    other.autoLock(Locks.PATIENT, () -> {}, busy::incrementAndGet);
                    flag.completeExceptionally(new AssertionError("it was not interrupted"));
                } catch (LockInterruptedException told) {
                    flag.complete(Thread.currentThread().isInterrupted());
                }
            });
            waiting.start();
            site.fixture.await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
            waiting.interrupt();
            assertThat(flag.join()).isTrue();
            assertThat(busy).hasValue(0);
        }
    }

    /** It was sent before the interrupt, and is granted after it. */
    @Promise
    default void aClaimThatAnInterruptLeftBehindIsGivenBack() throws Exception {
        try (Site site = new Site(database())) {
            GatedDataSource gate = new GatedDataSource(site.fixture.source());
            PessimisticLock other = site.node(gate, "node-2");
            other.doLock(Locks.TASK_PRODUCER);
            other.unLock(Locks.TASK_PRODUCER);
            gate.shut();
            CompletableFuture<Void> told = new CompletableFuture<>();
            Thread claiming = new Thread(() -> complete(told, () -> other.doLock(Locks.TASK_PRODUCER)));
            claiming.start();
            site.fixture.await().until(() -> gate.waiting() == 1);
            claiming.interrupt();
            assertThat(failure(told)).isInstanceOf(LockInterruptedException.class);
            gate.let(1);
            site.fixture.await().until(() -> status(site).equals("1"));
            gate.open();
            site.fixture.await().until(() -> PessimisticLockContract.isTaken(site.lock));
        }
    }

    private static String status(Site site) {
        return site.fixture.column("SELECT LOCK_STATUS FROM " + site.table).get(0);
    }

    private static void complete(CompletableFuture<Void> told, Runnable work) {
        try {
            work.run();
            told.complete(null);
        } catch (Throwable failure) {
            told.completeExceptionally(failure);
        }
    }

    private static Throwable failure(CompletableFuture<Void> told) {
        return told.handle((nothing, failure) -> failure == null ? new AssertionError("it did not fail") : failure)
                .join();
    }

    @Promise
    default void aGrantThatIsToldWhenItsTimeIsOverIsNone() throws Exception {
        try (Site site = new Site(database())) {
            HeldBackDataSource source = new HeldBackDataSource(site.fixture.source(), "UPDATE");
            PessimisticLock slow = site.node(source, "node-2");
            slow.doLock(Locks.TASK_PRODUCER);
            slow.unLock(Locks.TASK_PRODUCER);
            source.holdBack();
            CompletableFuture<Void> told = new CompletableFuture<>();
            new Thread(() -> complete(told, () -> slow.doLock(Locks.BRIEF))).start();
            site.fixture.await().until(source::isDone);
            site.fixture.await().until(() -> PessimisticLockContract.isTaken(site.lock));
            source.letGo();
            assertThat(failure(told)).isInstanceOf(LockOutcomeUnknownException.class);
            site.assertBusy();
        }
    }

    @Promise
    default void aReleaseThatFailedCanBeTriedAgain() throws Exception {
        try (Site site = new Site(database())) {
            UnreliableDataSource source = new UnreliableDataSource(site.fixture.source());
            PessimisticLock lock = site.node(source, "node-2");
            lock.doLock(Locks.TASK_PRODUCER);
            source.fail();
            assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> lock.unLock(Locks.TASK_PRODUCER));
            source.heal();
            lock.unLock(Locks.TASK_PRODUCER);
            site.lock.doLock(Locks.TASK_PRODUCER);
        }
    }
}
