package io.rowlock.internal.jdbc.bound;

import org.jspecify.annotations.Nullable;

/**
 * Decides between the end of a use and its abort, whichever comes first: a use that has ended is not aborted, and one that
 * is to be aborted does not end well. Thread-safe.
 */
final class AbortDecision {
    private @Nullable Object user;
    private boolean decided;

    synchronized void begin(Object next) {
        user = next;
    }

    synchronized void end() {
        user = null;
    }

    /** Decides to abort the use by that user; false if it has ended. */
    synchronized boolean decide(Object aborted) {
        if (!aborted.equals(user)) {
            return false;
        }
        decided = true;
        return true;
    }

    /** Whether an abort was decided, now or ever. */
    synchronized boolean isDecided() {
        return decided;
    }
}
