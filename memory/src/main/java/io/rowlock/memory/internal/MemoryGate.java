package io.rowlock.memory.internal;

import java.util.concurrent.Semaphore;

/** A gate in a node's way to the database, for tests in which requests are to queue up. Thread-safe. */
public final class MemoryGate {
    private static final int OPEN = 1_000_000_000;

    /** Fair, so that those who wait go before those who come. */
    private final Semaphore permits = new Semaphore(OPEN, true);

    /** Lets nothing through from now on. */
    public void shut() {
        permits.drainPermits();
    }

    /** Lets everything through from now on. */
    public void open() {
        permits.drainPermits();
        permits.release(OPEN);
    }

    /** Lets so many through. */
    public void let(int number) {
        permits.release(number);
    }

    /** How many stand before it. */
    public int waiting() {
        return permits.getQueueLength();
    }

    public void pass() {
        permits.acquireUninterruptibly();
    }
}
