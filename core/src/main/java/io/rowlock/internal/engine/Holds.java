package io.rowlock.internal.engine;

import io.rowlock.LockEvent.LossReason;
import io.rowlock.LockKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The holds that this process believes in, at most one for a lock. */
final class Holds {
    private final Map<LockKey, LeasedHold> byKey = new ConcurrentHashMap<>();

    /** Adds a hold. If there was one of the same lock, the database has just said that it no longer stands. */
    void add(LeasedHold hold) {
        LeasedHold earlier = byKey.put(hold.key(), hold);
        if (earlier != null) {
            earlier.lose(LossReason.NOT_MINE);
        }
    }

    /** Forgets a hold that has ended; one that took its place is left alone. */
    void remove(LeasedHold hold) {
        byKey.remove(hold.key(), hold);
    }

    boolean isHeldHere(LockKey key) {
        LeasedHold hold = byKey.get(key);
        return hold != null && hold.isHeld();
    }

    boolean isEmpty() {
        return byKey.isEmpty();
    }

    Collection<LeasedHold> all() {
        return byKey.values();
    }

    List<LeasedHold> snapshot() {
        return List.copyOf(byKey.values());
    }
}
