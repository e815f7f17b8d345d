package io.rowlock.internal.client;

import io.rowlock.internal.store.Guards;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.time.Ticker;
import java.util.function.Supplier;

/**
 * A place where locks are kept that is not reached through JDBC. A data source that implements this interface gives a
 * {@link io.rowlock.RowlockBuilder} stores instead of connections, and the time by which its clients live. It is the entrance
 * for rowlock-memory, and for nothing else: it is internal, and may change in every release. Thread-safe.
 */
public interface StoreSource {

    /**
     * Makes stores for one client.
     *
     * @param table the name of the lock table; clients of different tables never meet
     * @return makes a new store each time
     */
    Supplier<LockStore> stores(String table);

    /**
     * Ties the grants of a table to transactions of the caller.
     *
     * @param table the name of the lock table
     * @return the guards
     */
    Guards guards(String table);

    /**
     * The elapsed time that clients see, and wait by.
     *
     * @return the ticker
     */
    Ticker ticker();

    /**
     * The time of the store's own clock.
     *
     * @return microseconds since 1970 in UTC
     */
    long databaseMicros();

    /**
     * Learns of a client that was started on the stores.
     *
     * @param client the client
     */
    void started(Client client);
}
