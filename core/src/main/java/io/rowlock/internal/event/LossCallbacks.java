package io.rowlock.internal.event;

import io.rowlock.internal.thread.EngineThread;
import io.rowlock.internal.thread.LogThread;
import java.time.Duration;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the actions that users registered for a loss. Each action runs on a thread of its own: an outage loses all holds of a
 * process at once, and then no action may wait for another. If the machine has no thread left, an action waits until a running
 * one ends, or until the heartbeat can start a thread again.
 */
public final class LossCallbacks implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LossCallbacks.class);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

    private final LogThread log;
    private final ExecutorService executor;
    private final AtomicInteger unfinished = new AtomicInteger();
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final Set<Thread> running = ConcurrentHashMap.newKeySet();
    private volatile boolean lacksThreads;

    public LossCallbacks(LogThread log) {
        this(log, work -> EngineThread.make("lost", work));
    }

    LossCallbacks(LogThread log, ThreadFactory threads) {
        this.log = log;
        executor = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                1,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                work -> threads.newThread(() -> runAndTrack(work)));
    }

    /** A thread adds itself, so that the set never contains a thread that could not be started. */
    private void runAndTrack(Runnable work) {
        running.add(Thread.currentThread());
        work.run();
    }

    /** Runs an action for the loss of a lock, on a thread of its own. */
    public void run(String lock, Runnable action) {
        unfinished.getAndIncrement();
        waiting.add(() -> runReporting(lock, action));
        try {
            executor.execute(this::runWaiting);
        } catch (RejectedExecutionException closed) {
            log.write(() -> LOG.warn(
                    "lock '{}' was lost after its client was closed; the actions registered for that are not run",
                    lock));
        } catch (OutOfMemoryError noThread) {
            lacksThreads = true;
            log.write(() -> LOG.error("no thread for the loss of lock '{}'; its action waits", lock, noThread));
        }
    }

    /** Tries again to start threads for the actions that wait for one. The heartbeat calls it each round. */
    public void retryStarting() {
        running.removeIf(thread -> !thread.isAlive());
        if (lacksThreads) {
            lacksThreads = false;
            startWaiting();
        }
    }

    private void startWaiting() {
        try {
            for (int left = waiting.size(); left > 0; left--) {
                executor.execute(this::runWaiting);
            }
        } catch (RejectedExecutionException closed) {
            log.write(
                    () -> LOG.debug("the client was closed before there was a thread for the loss of a lock", closed));
        } catch (OutOfMemoryError noThread) {
            lacksThreads = true;
        }
    }

    /** Whether an action may be waiting for a thread. */
    public boolean lacksThreads() {
        return lacksThreads;
    }

    private void runWaiting() {
        for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
            next.run();
            unfinished.getAndDecrement();
        }
    }

    /** Whether every action has ended. */
    public boolean isIdle() {
        return unfinished.get() == 0;
    }

    private static void runReporting(String lock, Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error failure) {
            LOG.error("an action registered for the loss of lock '{}' failed", lock, failure);
        }
    }

    /** Waits a second for running actions, then interrupts them. An executor counts as terminated before its threads have ended. */
    @Override
    public void close() {
        retryStarting();
        executor.shutdown();
        if (!awaitEnd()) {
            executor.shutdownNow();
            if (!awaitEnd()) {
                return;
            }
        }
        running.forEach(thread -> EngineThread.join(thread, CLOSE_TIMEOUT));
    }

    private boolean awaitEnd() {
        try {
            return executor.awaitTermination(CLOSE_TIMEOUT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
