package io.rowlock.internal.store;

import io.rowlock.LockKey;
import io.rowlock.internal.time.Terms;
import java.time.Duration;

/**
 * The queue in which a server lets sessions wait for a lock, for locks that other programs wait for there too. Belongs to a
 * {@link LockStore}, follows its rules, and uses that store's connection.
 *
 * <p>A lock that was granted this way is set aside: the next claim for it, through any store of the same client, is granted on the
 * connection that has it. It is the caller's to withdraw a lock that nobody claims.
 */
public interface ServerQueue {

    /**
     * Whether the connection can be used for waiting: no lock is on it.
     *
     * @return false while a lock that was granted on it is set aside or held
     */
    boolean isUsable();

    /**
     * Waits for a lock inside the server, and sets it aside.
     *
     * @param key which lock
     * @param terms how long the lock outlives a session that falls silent
     * @param longest how long to wait, in whole seconds
     * @return false if that time is over
     * @throws StoreException if it failed; then the lock is not set aside
     */
    boolean await(LockKey key, Terms terms, Duration longest);

    /**
     * Whether a lock that was granted through this queue is still set aside.
     *
     * @param key which lock
     * @return false once a claim has taken it, or its connection is gone
     */
    boolean isSetAside(LockKey key);

    /**
     * Gives up a lock that was set aside, unless a claim has taken it.
     *
     * @param key which lock
     */
    void withdraw(LockKey key);
}
