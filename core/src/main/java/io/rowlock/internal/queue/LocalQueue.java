package io.rowlock.internal.queue;

import io.rowlock.LockKey;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The acquisitions of this process that wait: a line for each lock, of which only the first asks the database. A queued
 * acquisition holds neither a connection nor a thread. Callbacks run after the line was changed, never meanwhile.
 */
public final class LocalQueue implements AutoCloseable {
    private final Map<LockKey, Set<Queued>> lines = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** An acquisition in a line. Its methods may be called on any thread. */
    public interface Queued {

        /** It is first in line. */
        void onFirstInLine();

        /** The lock may be free now. */
        void wakeUp();

        /** A holder offers its grant. The acquisition takes it over, or declines. */
        default void offer(HandOff offer) {
            offer.declined();
        }

        /** The client is closing. */
        void onClosed();
    }

    /** Joins the line for a lock, at its end; true if it is first. */
    public boolean join(LockKey key, Queued queued) {
        boolean[] first = {false};
        lines.compute(key, (same, line) -> {
            if (closed) {
                return line;
            }
            Set<Queued> joined = line == null ? new LinkedHashSet<>() : line;
            joined.add(queued);
            first[0] = joined.size() == 1;
            return joined;
        });
        if (closed) {
            leave(key, queued);
            queued.onClosed();
        }
        return first[0];
    }

    /** Leaves the line. If it was first, the next is. */
    public void leave(LockKey key, Queued queued) {
        List<Queued> promoted = new ArrayList<>(1);
        lines.computeIfPresent(key, (same, line) -> {
            boolean wasFirst = first(line).equals(queued);
            line.remove(queued);
            if (wasFirst && !line.isEmpty()) {
                promoted.add(first(line));
            }
            return line.isEmpty() ? null : line;
        });
        promoted.forEach(Queued::onFirstInLine);
    }

    private static Queued first(Set<Queued> line) {
        return line.iterator().next();
    }

    /** Wakes the first in line, because the lock may be free now. */
    public void wakeFirst(LockKey key) {
        firstIn(key).ifPresent(Queued::wakeUp);
    }

    public Optional<Queued> firstIn(LockKey key) {
        @Nullable Queued[] found = {null};
        lines.computeIfPresent(key, (same, line) -> {
            found[0] = first(line);
            return line;
        });
        return Optional.ofNullable(found[0]);
    }

    public int waiting(LockKey key) {
        int[] count = {0};
        lines.computeIfPresent(key, (same, line) -> {
            count[0] = line.size();
            return line;
        });
        return count[0];
    }

    /** How many wait, for any lock. */
    public int waiting() {
        return lines.keySet().stream().mapToInt(this::waiting).sum();
    }

    public boolean isClosed() {
        return closed;
    }

    /** Ends all waiting. The lines are gone before the first callback runs, so that nobody is promoted on the way. */
    @Override
    public void close() {
        closed = true;
        List<Queued> dismissed = new ArrayList<>();
        for (LockKey key : lines.keySet()) {
            lines.computeIfPresent(key, (same, line) -> {
                dismissed.addAll(line);
                return null;
            });
        }
        dismissed.forEach(Queued::onClosed);
    }
}
