package io.rowlock.chaos.worker;

import io.rowlock.chaos.client.LockClient;
import io.rowlock.chaos.history.Event;
import io.rowlock.chaos.history.HistoryWriter;
import io.rowlock.chaos.history.Kind;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Records that a client dropped releases of grants that it held: soon after it did, so that a process that is killed later has told
 * it, and for the last time when the client is closed.
 */
final class DroppedReleases implements AutoCloseable {
    private static final long PAUSE = Duration.ofMillis(20).toNanos();

    private final LockClient client;
    private final HistoryWriter history;
    private final Thread thread = new Thread(this::look, "dropped-releases");
    private volatile boolean over;
    private int recorded;

    DroppedReleases(LockClient client, HistoryWriter history) {
        this.client = client;
        this.history = history;
        thread.setDaemon(true);
    }

    void watch() {
        thread.start();
    }

    private void look() {
        while (!over) {
            record();
            LockSupport.parkNanos(PAUSE);
        }
    }

    private synchronized void record() {
        int all = client.droppedReleases();
        if (all > recorded) {
            history.write(Event.of(Kind.RELEASE_DROPPED, Integer.toString(all - recorded)));
            recorded = all;
        }
    }

    /** To be called when the client is closed. The history stays open. */
    @Override
    public void close() {
        over = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        record();
    }
}
