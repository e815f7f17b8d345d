package io.rowlock.internal.thread;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes to the log, on a thread of its own. A log may block because a disk or a pipe is full. Neither a renewal nor a
 * deadline may wait for that, so the heartbeat, the workers, the timer and the threads that listen or wait inside the server hand
 * their lines over. Lines that do not fit into the queue, or for which the machine has no thread, are dropped, and the next line is preceded by their number.
 */
public final class LogThread implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LogThread.class);
    private static final int MOST_LINES = 1_000;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

    private final ThreadFactory threads;
    private final LongConsumer reportDropped;
    private final AtomicLong dropped = new AtomicLong();
    private final ThreadPoolExecutor executor = executor();
    private volatile @Nullable Thread last;

    public LogThread() {
        this(
                work -> EngineThread.make("log", work),
                missing -> LOG.warn(
                        "{} lines of this log were dropped: too many were queued, or there was no thread to write them",
                        missing));
    }

    public LogThread(ThreadFactory threads, LongConsumer reportDropped) {
        this.threads = threads;
        this.reportDropped = reportDropped;
    }

    private ThreadPoolExecutor executor() {
        ThreadPoolExecutor single = new ThreadPoolExecutor(
                1,
                1,
                1,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MOST_LINES),
                this::thread,
                (line, pool) -> dropped.incrementAndGet());
        single.allowCoreThreadTimeOut(true);
        return single;
    }

    private Thread thread(Runnable work) {
        Thread made = threads.newThread(work);
        last = made;
        return made;
    }

    /** Writes a line soon, or drops it. No failure of the log reaches the caller. */
    public void write(Runnable line) {
        try {
            executor.execute(() -> writeNow(line));
        } catch (OutOfMemoryError noThread) {
            dropped.incrementAndGet();
        }
    }

    private void writeNow(Runnable line) {
        long missing = dropped.getAndSet(0);
        if (missing > 0) {
            reportDropped.accept(missing);
        }
        line.run();
    }

    /** Writes the lines that are queued, for a moment. An executor counts as terminated before its thread has ended. */
    @Override
    public void close() {
        executor.shutdown();
        Thread writing = last;
        if (writing != null && !EngineThread.join(writing, CLOSE_TIMEOUT)) {
            executor.shutdownNow();
        }
    }
}
