package io.rowlock.internal.acquire;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockInterruptedException;
import io.rowlock.LockLostException;
import io.rowlock.internal.dispatch.StoreClient;
import java.time.Duration;
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
    private AcquireOutcome await(Duration wait) {
        ParkedWaiter caller = new ParkedWaiter(context.shared().ticker());
        Acquisition acquisition = new Acquisition(context, definition, wait, caller);
        acquisition.begin();
        try {
            caller.await();
            return acquisition.outcome();
        } catch (InterruptedException interrupted) {
            acquisition.abandon();
            LockInterruptedException exception = StoreClient.interrupted("acquire lock '" + definition.key() + "'");
            caller.leave(acquisition.outcome());
            throw exception;
        }
    }

    @Override
    public CompletionStage<Hold> acquireAsync() {
        return acquireAsync(definition.waitFor());
    }

    /** The same without occupying a thread. Cancelling the future ends the acquisition. */
    @Override
    public CompletionStage<Hold> acquireAsync(Duration wait) {
        FutureWaiter waiter = new FutureWaiter(context.timer());
        Acquisition acquisition = new Acquisition(context, definition, wait, waiter);
        acquisition.begin();
        CompletableFuture<Hold> future = waiter.future();
        var unused = future.whenComplete((hold, failure) -> acquisition.abandon());
        return future;
    }

    @Override
    public boolean tryRun(Runnable work) {
        Optional<Hold> hold = tryAcquire();
        hold.ifPresent(held -> runUnder(held, asWork(work)));
        return hold.isPresent();
    }

    @Override
    public void run(Runnable work) {
        runUnder(acquire(), asWork(work));
    }

    @Override
    public <T, E extends Exception> T call(Work<T, E> work) throws E {
        return runUnder(acquire(), work);
    }

    private static Work<Boolean, RuntimeException> asWork(Runnable work) {
        return () -> {
            work.run();
            return true;
        };
    }

    /** The caller sees the work's own exception, if there is one. A loss is thrown only after work that ended normally. */
    private static <T, E extends Exception> T runUnder(Hold hold, Work<T, E> work) throws E {
        try (hold) {
            T result = work.run();
            if (!hold.isHeld()) {
                throw new LockLostException(
                        hold.key(),
                        hold.token(),
                        "it was lost while the work ran, which has ended; what it did may have met another holder's work");
            }
            return result;
        }
    }
}
