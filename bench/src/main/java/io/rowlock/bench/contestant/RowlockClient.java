package io.rowlock.bench.contestant;

import com.zaxxer.hikari.HikariDataSource;
import io.rowlock.Rowlock;

/** Rowlock with its defaults: holds are renewed, nothing is a trade. On PostgreSQL with the sockets that its guide advises. */
final class RowlockClient implements WaitingClient {

    /** The default size of a pool; how many connections are used is measured. */
    private static final int POOL = 10;

    private final HikariDataSource pool;
    private final Rowlock rowlock;

    RowlockClient(Address address) {
        pool = address.withPromptSockets().pool(POOL);
        rowlock = Rowlock.create(pool);
    }

    @Override
    public Held take(String name) {
        return rowlock.lock(name).tryAcquire().orElseThrow(() -> LockClient.rejected(name))::close;
    }

    @Override
    public Held await(String name) {
        return rowlock.lock(name).acquire()::close;
    }

    @Override
    public int connectionsInUse() {
        return pool.getHikariPoolMXBean().getActiveConnections();
    }

    @Override
    public void close() {
        rowlock.close();
        pool.close();
    }
}
