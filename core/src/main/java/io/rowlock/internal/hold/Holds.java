package io.rowlock.internal.hold;

import io.rowlock.Hold;
import io.rowlock.LockKey;
import io.rowlock.LockLostException;
import io.rowlock.internal.store.Grant;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The holds of this process that have not ended, at most one for a lock. */
public final class Holds {
    private final Map<LockKey, LeasedHold> byKey = new ConcurrentHashMap<>();
    private final ReferenceQueue<Hold> dropped = new ReferenceQueue<>();

    /** Which thread waited for a hold; a hold can be closed by any thread, so this is only for messages. */
    private final Map<LeasedHold, Thread> threads = new ConcurrentHashMap<>();

    /** Adds a hold. Of two holds of one lock, the one with the smaller token was lost: the other was granted after it. */
    void add(LeasedHold hold) {
        LeasedHold earlier = byKey.putIfAbsent(hold.key(), hold);
        if (earlier == null) {
            return;
        }
        if (earlier.token() > hold.token()) {
            hold.loseToOthers();
        } else if (byKey.replace(hold.key(), earlier, hold)) {
            threads.remove(earlier);
            earlier.superseded();
        } else {
            add(hold);
        }
    }

    /** Forgets a hold that has ended; one that took its place is left alone. */
    void remove(LockKey key, LeasedHold hold) {
        byKey.remove(key, hold);
        threads.remove(hold);
    }

    /** The current thread has waited for a hold, and gets it. */
    public void acquiredByThisThread(LeasedHold hold) {
        threads.put(hold, Thread.currentThread());
        if (!hold.equals(byKey.get(hold.key()))) {
            threads.remove(hold);
        }
    }

    /** Whether the lock is held by a hold for which the current thread has waited. */
    public boolean isHeldByThisThread(LockKey key) {
        LeasedHold hold = byKey.get(key);
        return hold != null && Thread.currentThread().equals(threads.get(hold)) && hold.isHeld();
    }

    /** Receives the references to handles that are garbage. */
    ReferenceQueue<Hold> dropped() {
        return dropped;
    }

    /** Marks the holds whose handles are garbage. */
    void noticeDropped() {
        Reference<? extends Hold> handle = dropped.poll();
        while (handle != null) {
            ((HoldHandle.Dropped) handle).hold().markDropped();
            handle = dropped.poll();
        }
    }

    public boolean isHeldHere(LockKey key) {
        LeasedHold hold = byKey.get(key);
        return hold != null && hold.isHeld();
    }

    /** Whether a hold of this process that has not ended has the grant: then only its holder may release it. */
    public boolean isOpen(Grant grant) {
        LeasedHold hold = byKey.get(grant.key());
        return hold != null && hold.grant().requestId().equals(grant.requestId()) && hold.isOpen();
    }

    Collection<LeasedHold> all() {
        return byKey.values();
    }

    /** The holds whose rows name a session, or may name it. */
    List<LeasedHold> of(Session session) {
        return byKey.values().stream()
                .filter(hold -> hold.state().session().filter(session::equals).isPresent())
                .toList();
    }

    /** The error for work that has outlived the hold under which it ran; empty if the work ended the hold itself. */
    public static Optional<LockLostException> outlived(Hold hold) {
        return hold.isHeld()
                ? Optional.empty()
                : ((HoldHandle) hold).hold().rowRelease().outlived();
    }

    public List<LeasedHold> snapshot() {
        return List.copyOf(byKey.values());
    }
}
