package io.rowlock.internal.acquire;

import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.hold.HoldContext;
import io.rowlock.internal.thread.EngineThread;
import io.rowlock.internal.thread.SerialExecutor;
import io.rowlock.internal.time.Ticker;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread that waits. It parks, so that a virtual thread leaves its carrier, and runs its own scheduled steps. */
final class ParkedWaiter implements Waiter {
    private enum State {
        WAITING,
        ENDED,
        GONE
    }

    private final Ticker ticker;
    private final StoreExecutor executor;
    private final @Nullable String calledFrom;
    private final Thread thread = Thread.currentThread();
    private final SerialExecutor steps;
    private volatile @Nullable Alarm alarm;
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);

    /** A step and its moment. Compared by identity. */
    private static final class Alarm {
        final long moment;
        final Runnable step;

        Alarm(long moment, Runnable step) {
            this.moment = moment;
            this.step = step;
        }
    }

    ParkedWaiter(HoldContext context, @Nullable String calledFrom) {
        steps = new SerialExecutor(context.log());
        ticker = context.ticker();
        executor = context.executor();
        this.calledFrom = calledFrom;
    }

    @Override
    public @Nullable String calledFrom() {
        return calledFrom;
    }

    @Override
    public boolean isHere() {
        return Thread.currentThread().equals(thread);
    }

    @Override
    public void step(Runnable step) {
        steps.run(step);
    }

    /** Waking the thread takes one switch; handing the statement to a worker, and its answer to the thread, takes two. */
    @Override
    public void runSending(Runnable step) {
        if (isHere() || EngineThread.isVirtual(thread) || !executor.isLending()) {
            step.run();
        } else {
            wakeAt(ticker.nanos(), step);
        }
    }

    @Override
    public void wakeAt(long moment, Runnable step) {
        alarm = new Alarm(moment, step);
        unparkUnlessHere();
    }

    private void unparkUnlessHere() {
        if (!isHere()) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void wakeNever() {
        alarm = null;
    }

    @Override
    public void end(AcquisitionReport report) {
        if (state.compareAndSet(State.WAITING, State.ENDED)) {
            unparkUnlessHere();
        } else if (state.get() == State.GONE) {
            report.discard();
        }
    }

    /** The thread waits no more, whether or not the acquisition has ended. A hold that it was granted is discarded. */
    void leave(AcquisitionReport report) {
        if (state.getAndSet(State.GONE) == State.ENDED) {
            report.discard();
        }
    }

    /** Waits until the acquisition has ended. */
    void await() throws InterruptedException {
        Alarm fired = null;
        while (!hasEnded()) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            fired = parkOrFire(fired);
        }
    }

    private boolean hasEnded() {
        return state.get() != State.WAITING;
    }

    private @Nullable Alarm parkOrFire(@Nullable Alarm fired) {
        Alarm next = alarm;
        if (next == null || next == fired) {
            LockSupport.park(this);
            return fired;
        }
        if (next.moment - ticker.nanos() > 0) {
            ticker.parkCallerUntil(this, next.moment, () -> hasEnded() || alarm != next);
            return fired;
        }
        steps.run(() -> fire(next));
        return next;
    }

    private void fire(Alarm due) {
        if (alarm == due) {
            alarm = null;
            due.step.run();
        }
    }
}
