package io.rowlock.internal.jdbc.bound;

import io.rowlock.LockKey;
import io.rowlock.internal.store.Grant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where the grants of one client are moored, at most one for a lock. A session may take its own lock twice, so here is
 * where a process is kept from sharing a lock with itself.
 */
final class BoundGrants {
    private final Map<LockKey, Berth> berths = new ConcurrentHashMap<>();
    private final Map<LockKey, LockConnection> setAside = new ConcurrentHashMap<>();
    private final Set<LockConnection> moorings = ConcurrentHashMap.newKeySet();
    private final Set<LockConnection> orphans = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** A claim's place at a mooring. */
    private record Berth(String requestId, LockConnection mooring) {}

    void add(LockConnection mooring) {
        moorings.add(mooring);
    }

    /** Keeps a connection of a store that was retired, as long as locks are on it. */
    void addOrphan(LockConnection mooring) {
        orphans.add(mooring);
    }

    /** The client closes: nobody is left to release the locks of connections without a store. */
    void close() {
        closed = true;
    }

    /** The connections to cut: once the client closes, those that have locks and no store. */
    Set<LockConnection> abandoned() {
        orphans.removeIf(LockConnection::isGone);
        return closed ? orphans : Set.of();
    }

    /** Gives back the connections that nobody uses and no lock is on. */
    void giveBackWhatRests() {
        moorings.removeIf(LockConnection::isGivenBack);
    }

    /** Reserves a lock for a claim; false if another claim of this client has it, or is about to. */
    boolean reserve(LockKey key, String requestId, LockConnection mooring) {
        Berth present = berths.putIfAbsent(key, new Berth(requestId, mooring));
        return present == null;
    }

    /** Sets aside a lock that was got by waiting, for the next claim. */
    void setAside(LockKey key, LockConnection mooring) {
        setAside.put(key, mooring);
    }

    boolean isSetAside(LockKey key, LockConnection mooring) {
        return mooring.equals(setAside.get(key));
    }

    /** Takes back a lock that was set aside; false if a claim has taken it. */
    boolean withdraw(LockKey key, LockConnection mooring) {
        return setAside.remove(key, mooring);
    }

    /** Moves a claim that was reserved to where the lock is set aside, if it is. */
    Optional<LockConnection> moveToSetAside(LockKey key, String requestId) {
        Optional<LockConnection> mooring = Optional.ofNullable(setAside.remove(key));
        mooring.ifPresent(found -> berths.put(key, new Berth(requestId, found)));
        return mooring;
    }

    /** Where a grant, or the claim that it answers, is moored. */
    Optional<LockConnection> of(Grant grant) {
        return of(grant.key(), grant.requestId());
    }

    Optional<LockConnection> of(LockKey key, String requestId) {
        return Optional.ofNullable(berths.get(key))
                .filter(berth -> berth.requestId.equals(requestId) && !berth.mooring.isGone())
                .map(Berth::mooring);
    }

    void remove(LockKey key, LockConnection mooring) {
        berths.computeIfPresent(key, (same, berth) -> berth.mooring.equals(mooring) ? null : berth);
    }

    /** Forgets all that was moored there. */
    void removeAll(LockConnection mooring) {
        berths.values().removeIf(berth -> berth.mooring.equals(mooring));
        setAside.values().removeIf(mooring::equals);
        moorings.remove(mooring);
    }
}
