package io.rowlock.internal.engine;

import io.rowlock.LockKey;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The waiters of this process: a line for each lock, of which only the first asks the database. Nobody in it holds a
 * connection. Waiters park, so that a virtual thread gives up its carrier.
 */
final class LocalQueue implements AutoCloseable {
    private final Map<LockKey, Deque<Place>> lines = new ConcurrentHashMap<>();
    private final Ticker ticker;
    private volatile boolean closed;

    LocalQueue(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Joins the line for a lock, at its end. The place must be left again. */
    Place join(LockKey key) {
        Place place = new Place(key, Thread.currentThread());
        lines.compute(key, (same, line) -> {
            Deque<Place> joined = line == null ? new ArrayDeque<>() : line;
            joined.addLast(place);
            place.first = joined.peekFirst() == place;
            return joined;
        });
        return place;
    }

    /** Tells the first in line that now is a good moment to ask. */
    void hint(LockKey key) {
        lines.computeIfPresent(key, (same, line) -> {
            Place first = line.peekFirst();
            if (first != null) {
                first.hint();
            }
            return line;
        });
    }

    int waiting(LockKey key) {
        int[] count = {0};
        lines.computeIfPresent(key, (same, line) -> {
            count[0] = line.size();
            return line;
        });
        return count[0];
    }

    /** Ends all waiting. */
    @Override
    public void close() {
        closed = true;
        lines.keySet()
                .forEach(key -> lines.computeIfPresent(key, (same, line) -> {
                    line.forEach(place -> LockSupport.unpark(place.thread));
                    return line;
                }));
    }

    /** A waiter's place in a line. Its waiting methods belong to the thread that joined. */
    final class Place implements AutoCloseable {
        private final LockKey key;
        private final Thread thread;
        private volatile boolean first;
        private volatile boolean hinted;

        private Place(LockKey key, Thread thread) {
            this.key = key;
            this.thread = thread;
        }

        boolean isFirst() {
            return first;
        }

        /** Waits to be first in line; false if the time came first. */
        boolean awaitTurn(long deadline) throws InterruptedException {
            while (!first) {
                if (!parkUntil(deadline)) {
                    return first;
                }
            }
            return true;
        }

        /** Waits for a hint, or the time. */
        void awaitHint(long deadline) throws InterruptedException {
            while (!hinted && parkUntil(deadline)) {
                // A park may end for no reason.
            }
            hinted = false;
        }

        private boolean parkUntil(long deadline) throws InterruptedException {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (closed) {
                throw new IllegalStateException("this Rowlock was closed while waiting for lock '" + key + "'");
            }
            long left = deadline - ticker.nanos();
            if (left > 0) {
                LockSupport.parkNanos(LocalQueue.this, left);
            }
            return left > 0;
        }

        private void hint() {
            hinted = true;
            LockSupport.unpark(thread);
        }

        /** Leaves the line; the next becomes first. */
        @Override
        public void close() {
            lines.computeIfPresent(key, (same, line) -> {
                line.remove(this);
                return advanced(line);
            });
        }

        private @Nullable Deque<Place> advanced(Deque<Place> line) {
            Place next = line.peekFirst();
            if (next == null) {
                return null;
            }
            if (!next.first) {
                next.first = true;
                LockSupport.unpark(next.thread);
            }
            return line;
        }
    }
}
