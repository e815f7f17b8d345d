package io.rowlock.internal.engine;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Writes to the log, on a thread of its own. A log may block, because a disk or a pipe is full; then neither a renewal nor a
 * deadline may wait for it, so the heartbeat and the threads that talk to the database hand their lines over. Lines that do
 * not fit into the queue are dropped.
 */
final class LogThread implements AutoCloseable {
    private static final int MOST_LINES = 1_000;
    private static final Duration FAREWELL = Duration.ofSeconds(1);

    private final ThreadPoolExecutor executor = executor();
    private volatile @Nullable Thread last;

    private ThreadPoolExecutor executor() {
        ThreadPoolExecutor single = new ThreadPoolExecutor(
                1,
                1,
                1,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MOST_LINES),
                this::thread,
                new ThreadPoolExecutor.DiscardPolicy());
        single.allowCoreThreadTimeOut(true);
        return single;
    }

    private Thread thread(Runnable work) {
        Thread made = EngineThread.make("log", work);
        last = made;
        return made;
    }

    /** Has a line written soon. */
    void write(Runnable line) {
        executor.execute(line);
    }

    /** Writes the lines that are queued, for a moment. An executor counts as terminated before its thread has ended. */
    @Override
    public void close() {
        executor.shutdown();
        Thread writing = last;
        if (writing != null && !EngineThread.join(writing, FAREWELL)) {
            executor.shutdownNow();
        }
    }
}
