package io.rowlock.bench.client;

import com.zaxxer.hikari.HikariDataSource;

/** A client that takes its connections from a pool of its own. */
public interface PooledClient extends LockClient {

    HikariDataSource pool();

    @Override
    default int connectionsInUse() {
        return pool().getHikariPoolMXBean().getActiveConnections();
    }

    @Override
    default void close() {
        pool().close();
    }
}
