package io.rowlock.internal.thread;

import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs actions at a moment, for waits that have no thread of their own. Its one thread exists while it is needed. */
public final class Timer implements AutoCloseable {
    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(1);

    private final Ticker ticker;
    private final ScheduledThreadPoolExecutor executor;

    public Timer(Ticker ticker) {
        this.ticker = ticker;
        executor = new ScheduledThreadPoolExecutor(
                1, work -> EngineThread.make("timer", work), new ThreadPoolExecutor.DiscardPolicy());
        executor.setKeepAliveTime(IDLE_TIMEOUT.toNanos(), TimeUnit.NANOSECONDS);
        executor.allowCoreThreadTimeOut(true);
        executor.setRemoveOnCancelPolicy(true);
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Runs an action at a moment. The action must be quick, because others wait for the same thread. */
    public Future<?> at(long moment, Runnable action) {
        return ticker.schedule(executor, moment, action);
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
