package io.rowlock.engines.coexistence;

/** The orders to the threads of a node, and whether they have begun to obey. Thread-safe. */
public final class Orders {

    /** An order. */
    public enum Order {
        /** Take the lock, count, release. */
        COMPETE,
        /** Nothing, holding nothing. */
        REST,
        /** Take the lock once more, for a short lease, and keep it. */
        HOLD,
        /** End. */
        END
    }

    private final int threads;
    private Order current = Order.COMPETE;
    private int resting;

    public Orders(int threads) {
        this.threads = threads;
    }

    public synchronized Order current() {
        return current;
    }

    /** Gives an order; {@code REST} returns when all threads rest. */
    public synchronized void give(Order order) throws InterruptedException {
        current = order;
        notifyAll();
        while (order == Order.REST && resting < threads) {
            wait();
        }
    }

    /** Rests until there is another order. */
    public synchronized void rest() throws InterruptedException {
        resting++;
        notifyAll();
        awaitOtherThan(Order.REST);
        resting--;
    }

    /** Waits for another order. */
    public synchronized void awaitOtherThan(Order order) throws InterruptedException {
        while (current == order) {
            wait();
        }
    }
}
