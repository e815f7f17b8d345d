package io.rowlock.internal.jdbc;

import io.rowlock.LockKey;
import io.rowlock.spi.Grant;
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
    private final Set<Mooring> moorings = ConcurrentHashMap.newKeySet();

    /** A claim's place at a mooring. */
    private record Berth(String requestId, Mooring mooring) {}

    void add(Mooring mooring) {
        moorings.add(mooring);
    }

    /** Gives back the connections that nobody uses and no lock is on. */
    void giveBackWhatRests() {
        moorings.removeIf(Mooring::isGivenBack);
    }

    /** Reserves a lock for a claim; false if another claim of this client has it, or is about to. */
    boolean reserve(LockKey key, String requestId, Mooring mooring) {
        Berth present = berths.putIfAbsent(key, new Berth(requestId, mooring));
        return present == null;
    }

    /** Where a grant, or the claim that it answers, is moored. */
    Optional<Mooring> of(Grant grant) {
        return of(grant.key(), grant.requestId());
    }

    Optional<Mooring> of(LockKey key, String requestId) {
        return Optional.ofNullable(berths.get(key))
                .filter(berth -> berth.requestId.equals(requestId) && !berth.mooring.isGone())
                .map(Berth::mooring);
    }

    void remove(LockKey key, Mooring mooring) {
        berths.computeIfPresent(key, (same, berth) -> berth.mooring.equals(mooring) ? null : berth);
    }

    /** Forgets all that was moored there. */
    void removeAll(Mooring mooring) {
        berths.values().removeIf(berth -> berth.mooring.equals(mooring));
        moorings.remove(mooring);
    }
}
