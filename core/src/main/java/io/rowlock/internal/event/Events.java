package io.rowlock.internal.event;

import io.rowlock.LockEvent;
import io.rowlock.LockListener;
import io.rowlock.internal.thread.EngineThread;
import io.rowlock.internal.thread.LogThread;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers events to the listeners, in order, on a thread of its own, so that no listener can delay a renewal. A client without
 * listeners has none of this.
 */
public final class Events implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Events.class);
    private static final int CAPACITY = 8_192;
    private static final long POLL_MILLIS = 100;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

    private final List<LockListener> listeners;
    private final LogThread log;
    private final BlockingQueue<LockEvent> queue = new ArrayBlockingQueue<>(CAPACITY);
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicLong undelivered = new AtomicLong();
    private volatile @Nullable Thread thread;
    private volatile boolean closed;

    public Events(List<LockListener> listeners, LogThread log) {
        this.listeners = listeners;
        this.log = log;
    }

    /** Begins to deliver. */
    public void start() {
        Thread delivering = EngineThread.make("events", this::deliverAll);
        thread = delivering;
        delivering.start();
    }

    public void publish(LockEvent event) {
        undelivered.getAndIncrement();
        if (queue.offer(event)) {
            return;
        }
        undelivered.getAndDecrement();
        if (dropped.getAndIncrement() == 0) {
            log.write(() ->
                    LOG.warn("listeners are {} events behind; the newest are dropped until they catch up", CAPACITY));
        }
    }

    /** Whether every event was delivered. */
    public boolean isIdle() {
        return undelivered.get() == 0;
    }

    private void deliverAll() {
        try {
            while (!closed || !queue.isEmpty()) {
                LockEvent event = queue.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
                if (event != null) {
                    listeners.forEach(listener -> deliver(listener, event));
                    undelivered.getAndDecrement();
                } else {
                    reportDropped();
                }
            }
        } catch (InterruptedException interrupted) {
            LOG.debug("a listener did not return; its thread was interrupted", interrupted);
        }
    }

    private static void deliver(LockListener listener, LockEvent event) {
        try {
            listener.on(event);
        } catch (RuntimeException | Error failure) {
            LOG.error("listener {} failed on {}", listener, event, failure);
        }
    }

    private void reportDropped() {
        long count = dropped.getAndSet(0);
        if (count > 0) {
            LOG.warn("listeners have caught up; {} events were dropped", count);
        }
    }

    /** Delivers the queued events, for a second at most, and ends the thread. */
    @Override
    public void close() {
        closed = true;
        Thread delivering = thread;
        if (delivering != null && !EngineThread.join(delivering, CLOSE_TIMEOUT)) {
            delivering.interrupt();
            EngineThread.join(delivering, CLOSE_TIMEOUT);
        }
    }
}
