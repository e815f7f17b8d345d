package io.rowlock.internal.engine;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs what users asked for when a lock is lost: on threads that renew nothing, so that a slow one delays no renewal. */
final class Callbacks implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Callbacks.class);
    private static final int THREADS = 256;
    private static final Duration FAREWELL = Duration.ofSeconds(1);

    private final ExecutorService executor = executor();

    private static ExecutorService executor() {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                1,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                work -> EngineThread.make("lost", work));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    void run(String lock, Runnable action) {
        try {
            executor.execute(() -> runReporting(lock, action));
        } catch (RejectedExecutionException closed) {
            LOG.warn("lock '{}' was lost after its client was closed; what was registered for that is not run", lock);
        }
    }

    private static void runReporting(String lock, Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error failure) {
            LOG.error("what was registered for the loss of lock '{}' failed", lock, failure);
        }
    }

    /** Lets running actions end, for a moment, then interrupts them. */
    @Override
    public void close() {
        executor.shutdown();
        if (!awaitEnd()) {
            executor.shutdownNow();
            awaitEnd();
        }
    }

    private boolean awaitEnd() {
        try {
            return executor.awaitTermination(FAREWELL.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
