package io.rowlock.chaos.fault;

import io.rowlock.chaos.fault.Fault.ActiveFault;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** ActiveFault that is done again and again, on a thread of its own, until it is repaired. */
final class Repetition implements ActiveFault {
    private static final Logger LOG = LoggerFactory.getLogger(Repetition.class);

    private final Runnable injection;
    private final long pause;
    private final Thread thread = new Thread(this::run, "nemesis-repetition");
    private volatile boolean over;

    private Repetition(Runnable injection, long millis) {
        this.injection = injection;
        this.pause = Duration.ofMillis(millis).toNanos();
    }

    static ActiveFault every(long millis, Runnable injection) {
        Repetition repetition = new Repetition(injection, millis);
        repetition.thread.setDaemon(true);
        repetition.thread.start();
        return repetition;
    }

    private void run() {
        while (!over) {
            try {
                injection.run();
            } catch (RuntimeException e) {
                LOG.debug("the fault could not be injected this time", e);
            }
            LockSupport.parkNanos(pause);
        }
    }

    @Override
    public void close() {
        over = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
