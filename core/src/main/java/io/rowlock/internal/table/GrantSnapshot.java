package io.rowlock.internal.table;

import io.rowlock.internal.store.Grant;

/**
 * A grant of an owner who chose the name, as it was when it was read.
 *
 * @param grant the grant
 * @param seen its state
 * @param askedAt when the read began, on the monotonic clock
 */
public record GrantSnapshot(Grant grant, Grant.Seen seen, long askedAt) {

    /**
     * Whether the lock was held.
     *
     * @return true if its expiry had not come
     */
    public boolean isAlive() {
        return seen.alive();
    }
}
