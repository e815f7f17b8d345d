package io.rowlock.internal.thread;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs steps one after the other, each on a thread that hands one in; no thread ever waits for another. A step that hands in
 * another has it run after itself. The failure of a step is logged by the {@link LogThread}, because the heartbeat or a worker may
 * run it.
 */
public final class SerialExecutor {
    private static final Logger LOG = LoggerFactory.getLogger(SerialExecutor.class);

    private final LogThread log;
    private final Queue<Runnable> steps = new ConcurrentLinkedQueue<>();
    private final AtomicInteger pending = new AtomicInteger();

    public SerialExecutor(LogThread log) {
        this.log = log;
    }

    public void run(Runnable step) {
        steps.add(step);
        if (pending.getAndIncrement() == 0) {
            do {
                runReporting(steps.remove());
            } while (pending.decrementAndGet() > 0);
        }
    }

    private void runReporting(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error failure) {
            log.write(() -> LOG.error("a step of an acquisition failed; the acquisition goes on", failure));
        }
    }
}
