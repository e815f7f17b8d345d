package io.rowlock.chaos.worker;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Interrupts a thread while it asks for a lock, and never at another time: an interrupt that is on its way when the request
 * ends is not sent. One for each request.
 */
final class Interrupter {
    private static final ScheduledExecutorService CLOCK = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "interrupter");
        thread.setDaemon(true);
        return thread;
    });

    private final Duration after;
    private final Thread target = Thread.currentThread();
    private boolean open;
    private boolean sent;

    private Interrupter(Duration after) {
        this.after = after;
    }

    /** Interrupts this thread so long after its request has begun. */
    static Interrupter after(Duration time) {
        return new Interrupter(time);
    }

    /** Interrupts nobody. */
    static Interrupter never() {
        return new Interrupter(Duration.ZERO);
    }

    void begin(Runnable announcement) {
        if (!after.isZero()) {
            opened();
            var unused = CLOCK.schedule(() -> interrupt(announcement), after.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private synchronized void opened() {
        open = true;
    }

    private synchronized void interrupt(Runnable announcement) {
        if (open) {
            announcement.run();
            sent = true;
            target.interrupt();
        }
    }

    /** The request has ended: no interrupt from here on. Tells whether one was sent and the thread is still marked by it. */
    synchronized boolean end() {
        open = false;
        boolean marked = Thread.interrupted();
        return sent && marked;
    }
}
