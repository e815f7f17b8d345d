package io.rowlock.classic;

import io.rowlock.LockKey;
import io.rowlock.internal.store.Grant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The locks that a client took and has not released, and by which thread each. A thread gets back its own, so that one
 * whose time is over never ends the hold that another took since; a thread that took none gets the latest.
 */
final class TakenLocks {

    /** So many that were never released are remembered for a lock; older ones are long over. */
    private static final int MOST = 64;

    private record Taken(Grant grant, long thread) {}

    private final Map<LockKey, Deque<Taken>> byKey = new ConcurrentHashMap<>();

    void add(Grant grant) {
        byKey.compute(grant.key(), (key, present) -> {
            Deque<Taken> line = present == null ? new ArrayDeque<>() : present;
            line.addFirst(new Taken(grant, Thread.currentThread().getId()));
            if (line.size() > MOST) {
                line.removeLast();
            }
            return line;
        });
    }

    Optional<Grant> remove(LockKey key) {
        Grant[] found = new Grant[1];
        byKey.computeIfPresent(key, (same, line) -> {
            found[0] = removeFrom(line).grant();
            return line.isEmpty() ? null : line;
        });
        return Optional.ofNullable(found[0]);
    }

    private static Taken removeFrom(Deque<Taken> line) {
        long thread = Thread.currentThread().getId();
        for (Iterator<Taken> each = line.iterator(); each.hasNext(); ) {
            Taken taken = each.next();
            if (taken.thread() == thread) {
                each.remove();
                return taken;
            }
        }
        return line.removeFirst();
    }
}
