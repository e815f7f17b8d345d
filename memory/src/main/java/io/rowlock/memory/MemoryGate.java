package io.rowlock.memory;

/** A gate in a node's way to the database, for tests in which requests are to queue up. Thread-safe. */
final class MemoryGate {
    private boolean open = true;
    private int permits;
    private int waiting;

    synchronized void shut() {
        open = false;
        permits = 0;
    }

    synchronized void open() {
        open = true;
        notifyAll();
    }

    /** Lets so many through. */
    synchronized void let(int number) {
        permits += number;
        notifyAll();
    }

    /** How many stand before it. */
    synchronized int waiting() {
        return waiting;
    }

    synchronized void pass() throws InterruptedException {
        waiting++;
        try {
            while (!open && permits == 0) {
                wait();
            }
            if (!open) {
                permits--;
            }
        } finally {
            waiting--;
        }
    }
}
