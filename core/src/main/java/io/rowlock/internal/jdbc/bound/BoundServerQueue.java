package io.rowlock.internal.jdbc.bound;

import io.rowlock.LockKey;
import io.rowlock.internal.store.ServerQueue;
import io.rowlock.internal.time.Terms;
import java.time.Duration;

/** Waits for locks inside the server, on the connection of a store. */
final class BoundServerQueue implements ServerQueue {
    private final BoundConnections connections;
    private final BoundGrants grants;

    BoundServerQueue(BoundConnections connections, BoundGrants grants) {
        this.connections = connections;
        this.grants = grants;
    }

    @Override
    public boolean isUsable() {
        return connections
                .present()
                .filter(present -> !present.isGone() && !present.isUnlocked())
                .isEmpty();
    }

    /** The connection answers no sooner than the wait is over, so it has that much more time. */
    @Override
    public boolean await(LockKey key, Terms terms, Duration longest) {
        LockConnection connection = connections.connected();
        boolean locked = connections.run(
                "wait",
                connection,
                connections.timeout().plus(longest),
                used -> connection.lock(used, key, terms, longest));
        if (locked) {
            grants.setAside(key, connection);
        }
        return locked;
    }

    @Override
    public boolean isSetAside(LockKey key) {
        return connections
                .present()
                .filter(present -> grants.isSetAside(key, present))
                .isPresent();
    }

    @Override
    public void withdraw(LockKey key) {
        connections
                .present()
                .filter(present -> grants.withdraw(key, present))
                .ifPresent(present -> connections.unlockOrCut(key, present));
    }
}
