package io.rowlock.bench.contestant;

import com.zaxxer.hikari.HikariDataSource;
import io.rowlock.LockDefinition;
import io.rowlock.Rowlock;
import io.rowlock.bench.client.Address;
import io.rowlock.bench.client.LockClient;
import io.rowlock.bench.client.WaitingClient;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/** Rowlock with its defaults: holds are renewed, nothing is a trade. On PostgreSQL with the sockets that its guide advises. */
final class RowlockClient implements WaitingClient {

    /** The default size of a pool; how many connections are used is measured. */
    private static final int POOL = 10;

    private final HikariDataSource pool;
    private final Rowlock rowlock;
    private final UnaryOperator<LockDefinition> option;

    private RowlockClient(HikariDataSource pool, DataSource source, UnaryOperator<LockDefinition> option) {
        this.pool = pool;
        this.rowlock = Rowlock.create(source);
        this.option = option;
    }

    static RowlockClient open(Address address) {
        return open(address, UnaryOperator.identity());
    }

    /** With an option that is off by default, such as {@code definition -> definition.withLocalHandOffs(10)}. */
    static RowlockClient open(Address address, UnaryOperator<LockDefinition> option) {
        HikariDataSource pool = address.withPromptSockets().pool(POOL);
        return new RowlockClient(pool, pool, option);
    }

    /** With a release that waits for the disk, as every other commit does. */
    static RowlockClient openFlushed(Address address) {
        HikariDataSource pool = address.withPromptSockets().pool(POOL);
        return new RowlockClient(pool, new FlushedCommits(pool), UnaryOperator.identity());
    }

    @Override
    public Held take(String name) {
        return rowlock.lock(definition(name)).tryAcquire().orElseThrow(() -> LockClient.rejected(name))::close;
    }

    @Override
    public Held await(String name) {
        return rowlock.lock(definition(name)).acquire()::close;
    }

    private LockDefinition definition(String name) {
        return option.apply(LockDefinition.of(name));
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
