package io.rowlock.chaos.fault;

import io.rowlock.chaos.fault.Fault.Damage;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Damage that is done again and again, on a thread of its own, until it is repaired. */
final class Repetition implements Damage {
    private static final Logger LOG = LoggerFactory.getLogger(Repetition.class);

    private final Runnable damage;
    private final long pause;
    private final Thread thread = new Thread(this::run, "nemesis-repetition");
    private volatile boolean over;

    private Repetition(Runnable damage, long millis) {
        this.damage = damage;
        this.pause = Duration.ofMillis(millis).toNanos();
    }

    static Damage every(long millis, Runnable damage) {
        Repetition repetition = new Repetition(damage, millis);
        repetition.thread.setDaemon(true);
        repetition.thread.start();
        return repetition;
    }

    private void run() {
        while (!over) {
            try {
                damage.run();
            } catch (RuntimeException e) {
                LOG.debug("could not be damaged this time", e);
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
