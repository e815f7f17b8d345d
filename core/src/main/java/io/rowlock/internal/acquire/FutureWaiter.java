package io.rowlock.internal.acquire;

import io.rowlock.Hold;
import io.rowlock.internal.thread.EngineThread;
import io.rowlock.internal.thread.LogThread;
import io.rowlock.internal.thread.SerialExecutor;
import io.rowlock.internal.thread.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A future that waits, on no thread. It is completed on a thread outside the engine, because dependents may take their time, unless
 * there is no such thread. A grant that the future no longer wants is discarded.
 */
final class FutureWaiter implements Waiter {
    private static final Executor OUTSIDE = ForkJoinPool.getCommonPoolParallelism() > 0
            ? ForkJoinPool.commonPool()
            : work -> EngineThread.make("future", work).start();

    private final Timer timer;
    private final @Nullable String calledFrom;
    private final SerialExecutor steps;
    private final CompletableFuture<Hold> future = new CompletableFuture<>();
    private @Nullable Future<?> alarm;
    private long alarmNumber;

    FutureWaiter(Timer timer, LogThread log, @Nullable String calledFrom) {
        steps = new SerialExecutor(log);
        this.timer = timer;
        this.calledFrom = calledFrom;
    }

    @Override
    public @Nullable String calledFrom() {
        return calledFrom;
    }

    CompletableFuture<Hold> future() {
        return future;
    }

    @Override
    public boolean isHere() {
        return false;
    }

    @Override
    public void step(Runnable step) {
        steps.run(step);
    }

    @Override
    public void wakeAt(long moment, Runnable step) {
        wakeNever();
        long number = alarmNumber;
        alarm = timer.at(moment, () -> steps.run(() -> fire(number, step)));
    }

    /** An alarm that was replaced or cancelled meanwhile does nothing. */
    private void fire(long number, Runnable step) {
        if (alarmNumber == number) {
            alarmNumber++;
            step.run();
        }
    }

    @Override
    public void wakeNever() {
        alarmNumber++;
        if (alarm != null) {
            alarm.cancel(false);
            alarm = null;
        }
    }

    @Override
    public void end(AcquisitionReport report) {
        RuntimeException exception = report.isGranted() ? null : report.exception();
        AtomicBoolean ended = new AtomicBoolean();
        Runnable complete = () -> {
            if (ended.compareAndSet(false, true)) {
                complete(report, exception);
            }
        };
        try {
            OUTSIDE.execute(complete);
        } catch (OutOfMemoryError noThread) {
            // The pool may still run it later, when it has a thread again.
            complete.run();
        }
    }

    private void complete(AcquisitionReport report, @Nullable RuntimeException exception) {
        if (exception != null) {
            future.completeExceptionally(exception);
        } else if (!future.complete(report.holdOrThrow())) {
            report.discard();
        }
    }
}
