package io.rowlock;

/**
 * Is told what happens to the locks of a client. Called on one thread of Rowlock's, in the order of the events, after
 * the fact; a slow listener delays only its own news, and what it throws is logged. When it falls thousands of events
 * behind, the newest are dropped and the log says so.
 */
@FunctionalInterface
public interface LockListener {

    /**
     * Something happened.
     *
     * @param event what it was
     */
    void on(LockEvent event);
}
