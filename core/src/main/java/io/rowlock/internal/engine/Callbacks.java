package io.rowlock.internal.engine;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the actions that users registered for a loss, on threads that renew nothing. Each has a thread of its own for as long
 * as it runs: an outage loses all holds of a process at once, and then no action may wait for another. If the machine has no
 * thread left, an action waits for one that ends.
 */
final class Callbacks implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Callbacks.class);
    private static final Duration FAREWELL = Duration.ofSeconds(1);

    private final LogThread log;
    private final ExecutorService executor = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            1,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            work -> EngineThread.make("lost", work));
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

    Callbacks(LogThread log) {
        this.log = log;
    }

    void run(String lock, Runnable action) {
        waiting.add(() -> runReporting(lock, action));
        try {
            executor.execute(this::runWaiting);
        } catch (RejectedExecutionException closed) {
            log.write(() -> LOG.warn(
                    "lock '{}' was lost after its client was closed; the actions registered for that are not run",
                    lock));
        } catch (OutOfMemoryError noThread) {
            log.write(() -> LOG.error("no thread for the loss of lock '{}'; its action waits", lock, noThread));
        }
    }

    private void runWaiting() {
        for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
            next.run();
        }
    }

    private static void runReporting(String lock, Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error failure) {
            LOG.error("an action registered for the loss of lock '{}' failed", lock, failure);
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
