package io.rowlock.internal.event;

import java.util.ArrayList;
import java.util.List;

/** What is to be done when a hold is lost: once, whenever it was registered. */
public final class LossActions {
    private final LossCallbacks callbacks;
    private final String lock;
    private final List<Runnable> actions = new ArrayList<>();
    private boolean lost;

    public LossActions(LossCallbacks callbacks, String lock) {
        this.callbacks = callbacks;
        this.lock = lock;
    }

    /** Registers an action; if the hold is lost already, it is run at once. */
    public void add(Runnable action) {
        if (!isKept(action)) {
            callbacks.run(lock, action);
        }
    }

    private synchronized boolean isKept(Runnable action) {
        return !lost && actions.add(action);
    }

    /** Runs the actions, on other threads; false if that was done before. */
    public boolean run() {
        List<Runnable> due;
        synchronized (this) {
            if (lost) {
                return false;
            }
            lost = true;
            due = List.copyOf(actions);
            actions.clear();
        }
        due.forEach(action -> callbacks.run(lock, action));
        return true;
    }
}
