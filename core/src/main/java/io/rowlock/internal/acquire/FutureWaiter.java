package io.rowlock.internal.acquire;

import io.rowlock.Hold;
import io.rowlock.internal.thread.EngineThread;
import io.rowlock.internal.thread.SerialExecutor;
import io.rowlock.internal.thread.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A future that waits, on no thread. It is completed on a thread that is not ours, for what depends on it may take its
 * time; a grant that it no longer wants is given back.
 */
final class FutureWaiter implements Waiter {
    private static final Executor ELSEWHERE = ForkJoinPool.getCommonPoolParallelism() > 0
            ? ForkJoinPool.commonPool()
            : work -> EngineThread.make("told", work).start();

    private final Timer alarms;
    private final Function<AcquireEnding.Lost, RuntimeException> busy;
    private final SerialExecutor sequence = new SerialExecutor();
    private final CompletableFuture<Hold> future = new CompletableFuture<>();
    private @Nullable Future<?> alarm;
    private long setting;

    FutureWaiter(Timer alarms, Function<AcquireEnding.Lost, RuntimeException> busy) {
        this.alarms = alarms;
        this.busy = busy;
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
        sequence.run(step);
    }

    @Override
    public void wakeAt(long moment, Runnable step) {
        wakeNever();
        long mine = setting;
        alarm = alarms.at(moment, () -> sequence.run(() -> ring(mine, step)));
    }

    /** What was set meanwhile, or taken back, counts instead. */
    private void ring(long mine, Runnable step) {
        if (setting == mine) {
            setting++;
            step.run();
        }
    }

    @Override
    public void wakeNever() {
        setting++;
        if (alarm != null) {
            alarm.cancel(false);
            alarm = null;
        }
    }

    @Override
    public void end(AcquireEnding ending) {
        RuntimeException failure = failure(ending);
        ELSEWHERE.execute(() -> {
            if (failure != null) {
                future.completeExceptionally(failure);
            } else if (ending instanceof AcquireEnding.Won won && !future.complete(won.hold())) {
                won.hold().discard();
            }
        });
    }

    private @Nullable RuntimeException failure(AcquireEnding ending) {
        if (ending instanceof AcquireEnding.Lost lost) {
            return busy.apply(lost);
        }
        return ending instanceof AcquireEnding.Failed failed ? failed.why() : null;
    }
}
