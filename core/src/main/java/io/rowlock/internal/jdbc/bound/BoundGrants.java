package io.rowlock.internal.jdbc.bound;

import io.rowlock.LockKey;
import io.rowlock.internal.store.Grant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The connections to which the grants of one client are tied; at most one grant for a lock. A session may take its own lock
 * twice, so it is here that a process is kept from sharing a lock with itself.
 */
final class BoundGrants {
    private final Map<LockKey, Slot> slots = new ConcurrentHashMap<>();
    private final Map<LockKey, LockConnection> setAside = new ConcurrentHashMap<>();
    private final Set<LockConnection> connections = ConcurrentHashMap.newKeySet();
    private final Set<LockConnection> orphans = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** The connection of a claim, or of its grant. */
    private record Slot(String requestId, LockConnection connection) {}

    void add(LockConnection connection) {
        connections.add(connection);
    }

    /** Keeps a connection that no store calls its own, as long as locks are on it. */
    void addOrphan(LockConnection connection) {
        orphans.add(connection);
    }

    /** The client closes: nobody is left to release the locks of connections without a store. */
    void close() {
        closed = true;
    }

    /** The connections to cut: once the client closes, those that have locks and no store. */
    Set<LockConnection> abandoned() {
        return closed ? orphans : Set.of();
    }

    /** Gives back the connections that rest and have no lock. */
    void giveBackUnused() {
        connections.removeIf(LockConnection::isGivenBack);
        orphans.removeIf(LockConnection::isGone);
    }

    /** Reserves a lock for a claim; false if another claim of this client has it, or is about to. */
    boolean reserve(LockKey key, String requestId, LockConnection connection) {
        Slot present = slots.putIfAbsent(key, new Slot(requestId, connection));
        return present == null;
    }

    /** Sets aside a lock that was obtained by waiting, for the next claim. */
    void setAside(LockKey key, LockConnection connection) {
        setAside.put(key, connection);
    }

    boolean isSetAside(LockKey key, LockConnection connection) {
        return connection.equals(setAside.get(key));
    }

    boolean hasSetAside(LockConnection connection) {
        return setAside.containsValue(connection);
    }

    /** Takes back a lock that was set aside; false if a claim has taken it. */
    boolean withdraw(LockKey key, LockConnection connection) {
        return setAside.remove(key, connection);
    }

    /** Moves a reserved claim to the connection on which the lock is set aside, if it is. */
    Optional<LockConnection> moveToSetAside(LockKey key, String requestId) {
        Optional<LockConnection> connection = Optional.ofNullable(setAside.remove(key));
        connection.ifPresent(found -> slots.put(key, new Slot(requestId, found)));
        return connection;
    }

    /** The connection of a grant, or of the claim that it answers. */
    Optional<LockConnection> of(Grant grant) {
        return of(grant.key(), grant.requestId());
    }

    Optional<LockConnection> of(LockKey key, String requestId) {
        return Optional.ofNullable(slots.get(key))
                .filter(slot -> slot.requestId.equals(requestId) && !slot.connection.isGone())
                .map(Slot::connection);
    }

    void remove(LockKey key, LockConnection connection) {
        slots.computeIfPresent(key, (same, slot) -> slot.connection.equals(connection) ? null : slot);
    }

    /** Forgets a connection with all its grants. */
    void removeAll(LockConnection connection) {
        slots.values().removeIf(slot -> slot.connection.equals(connection));
        setAside.values().removeIf(connection::equals);
        connections.remove(connection);
    }
}
