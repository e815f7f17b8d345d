package io.rowlock.internal.hold;

import io.rowlock.LockEvent.LossReason;
import io.rowlock.LockKey;
import io.rowlock.internal.store.Grant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The holds that this process believes in, at most one for a lock. */
public final class Holds {
    private final Map<LockKey, LeasedHold> byKey = new ConcurrentHashMap<>();

    /** Adds a hold. Of two of the same lock, the one with the smaller token no longer stands: the other came after it. */
    void add(LeasedHold hold) {
        LeasedHold earlier = byKey.putIfAbsent(hold.key(), hold);
        if (earlier == null) {
            return;
        }
        if (earlier.token() > hold.token()) {
            hold.lose(LossReason.REVOKED_OR_TAKEN);
        } else if (byKey.replace(hold.key(), earlier, hold)) {
            earlier.superseded();
        } else {
            add(hold);
        }
    }

    /** Forgets a hold that has ended; one that took its place is left alone. */
    void remove(LeasedHold hold) {
        byKey.remove(hold.key(), hold);
    }

    public boolean isHeldHere(LockKey key) {
        LeasedHold hold = byKey.get(key);
        return hold != null && hold.isHeld();
    }

    /** Whether a hold of this process that has not ended rests on the grant: then it is its holder's alone to give back. */
    public boolean isOpen(Grant grant) {
        LeasedHold hold = byKey.get(grant.key());
        return hold != null && hold.grant().requestId().equals(grant.requestId()) && hold.isOpen();
    }

    boolean isEmpty() {
        return byKey.isEmpty();
    }

    Collection<LeasedHold> all() {
        return byKey.values();
    }

    /** The holds that a session keeps. */
    List<LeasedHold> of(Session session) {
        return byKey.values().stream()
                .filter(hold ->
                        hold.membership().session().filter(session::equals).isPresent())
                .toList();
    }

    public List<LeasedHold> snapshot() {
        return List.copyOf(byKey.values());
    }
}
