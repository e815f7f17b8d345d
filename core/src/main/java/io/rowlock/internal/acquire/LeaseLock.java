package io.rowlock.internal.acquire;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockInterruptedException;
import io.rowlock.LockLostException;
import io.rowlock.internal.dispatch.StoreClient;
import io.rowlock.internal.hold.Holds;
import io.rowlock.internal.hold.LeasedHold;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A lock on leases. It acquires for threads that wait and for futures in the same way, by an {@link Acquisition}. */
public final class LeaseLock implements DistributedLock {
    private final AcquireContext context;
    private final LockDefinition definition;

    public LeaseLock(AcquireContext context, LockDefinition definition) {
        this.context = context;
        this.definition = definition;
    }

    AcquireContext context() {
        return context;
    }

    @Override
    public LockDefinition definition() {
        return definition;
    }

    @Override
    public Optional<Hold> tryAcquire() {
        return tryAcquire(Duration.ZERO);
    }

    @Override
    public Optional<Hold> tryAcquire(Duration wait) {
        return await(wait).hold();
    }

    @Override
    public Hold acquire() {
        return acquire(definition.waitFor());
    }

    @Override
    public Hold acquire(Duration wait) {
        return await(wait).holdOrThrow();
    }

    /** Waits for the lock if there is time to, and asks once if there is none. */
    private AcquisitionReport await(Duration wait) {
        ParkedWaiter caller = new ParkedWaiter(context.shared(), context.caller());
        Acquisition acquisition = new Acquisition(context, definition, wait, caller);
        if (wait.compareTo(Duration.ZERO) > 0 && context.shared().holds().isHeldByThisThread(definition.key())) {
            context.nestedAcquires().warn(definition.key(), wait);
        }
        acquisition.begin();
        try {
            caller.await();
            return remembered(acquisition.report());
        } catch (InterruptedException interrupted) {
            acquisition.abandon();
            LockInterruptedException exception = StoreClient.interrupted("acquire lock '" + definition.key() + "'");
            caller.leave(acquisition.report());
            throw exception;
        }
    }

    private AcquisitionReport remembered(AcquisitionReport report) {
        LeasedHold granted = report.granted();
        if (granted != null) {
            context.shared().holds().acquiredByThisThread(granted);
        }
        return report;
    }

    @Override
    public CompletionStage<Hold> acquireAsync() {
        return acquireAsync(definition.waitFor());
    }

    /** The same without occupying a thread. Cancelling the future ends the acquisition. */
    @Override
    public CompletionStage<Hold> acquireAsync(Duration wait) {
        FutureWaiter waiter = new FutureWaiter(context.timer(), context.shared().log(), context.caller());
        Acquisition acquisition = new Acquisition(context, definition, wait, waiter);
        acquisition.begin();
        CompletableFuture<Hold> future = waiter.future();
        var unused = future.whenComplete((hold, failure) -> acquisition.abandon());
        return future;
    }

    @Override
    public boolean tryRun(Runnable work) {
        return tryRun(hold -> work.run());
    }

    @Override
    public <E extends Exception> boolean tryRun(HoldAction<E> work) throws E {
        return tryCall(asWork(work)).isPresent();
    }

    @Override
    public void run(Runnable work) {
        run(hold -> work.run());
    }

    @Override
    public <E extends Exception> void run(HoldAction<E> work) throws E {
        call(asWork(work));
    }

    private static <E extends Exception> HoldWork<Boolean, E> asWork(HoldAction<E> work) {
        return hold -> {
            work.run(hold);
            return true;
        };
    }

    @Override
    public <T, E extends Exception> T call(Work<T, E> work) throws E {
        return call(hold -> work.run());
    }

    @Override
    public <T, E extends Exception> T call(HoldWork<T, E> work) throws E {
        return runUnder(acquire(), work);
    }

    @Override
    public <T, E extends Exception> Optional<T> tryCall(Work<T, E> work) throws E {
        return tryCall(hold -> work.run());
    }

    /** A null cannot stand for a result here: the empty answer says that nothing ran. */
    @Override
    public <T, E extends Exception> Optional<T> tryCall(HoldWork<T, E> work) throws E {
        Optional<Hold> hold = tryAcquire();
        return hold.isEmpty()
                ? Optional.empty()
                : Optional.of(Objects.requireNonNull(
                        runUnder(hold.get(), work),
                        () -> "the work under lock '" + definition.key() + "' ran, and returned null where tryCall"
                                + " needs a result; return one, or use tryRun"));
    }

    /** The caller sees the work's own exception, if there is one. A loss is thrown only after work that ended normally. */
    private static <T, E extends Exception> T runUnder(Hold hold, HoldWork<T, E> work) throws E {
        try (hold) {
            T result = work.run(hold);
            Optional<LockLostException> outlived = Holds.outlived(hold);
            if (outlived.isPresent()) {
                throw outlived.get();
            }
            return result;
        }
    }
}
