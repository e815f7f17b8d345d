package io.rowlock.memory;

import io.rowlock.internal.client.Client;
import io.rowlock.internal.client.StoreSource;
import io.rowlock.internal.store.Guards;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.time.Ticker;
import io.rowlock.memory.internal.MemoryTable;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.function.Supplier;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Stands in the place of a data source, and gives Rowlock's builder stores in memory. It has no connections. Immutable. */
final class MemoryDataSource implements DataSource, StoreSource {
    private final MemoryDatabase database;
    private final MemoryNode node;

    MemoryDataSource(MemoryDatabase database, MemoryNode node) {
        this.database = database;
        this.node = node;
    }

    @Override
    public Supplier<LockStore> stores(String table) {
        MemoryTable shared = database.table(table);
        return () -> new MemoryLockStore(shared, new MemoryLink(database, node));
    }

    @Override
    public Guards guards(String table) {
        return new MemoryGuards(database.table(table));
    }

    @Override
    public Ticker ticker() {
        return database.clock();
    }

    @Override
    public long databaseMicros() {
        return database.clock().micros();
    }

    @Override
    public void started(Client client) {
        node.started(client);
    }

    @Override
    public Connection getConnection() throws SQLException {
        throw new SQLFeatureNotSupportedException("the data source of node '" + node
                + "' is that of an in-memory Rowlock and has no connections; give it to"
                + " Rowlock.builder() or Rowlock.create() as it is, without a pool or another wrapper around it, and use"
                + " another data source for SQL");
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter writer) throws SQLException {
        throw new SQLFeatureNotSupportedException("an in-memory Rowlock writes no log of its own");
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        throw new SQLFeatureNotSupportedException("an in-memory Rowlock has no logins");
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("an in-memory Rowlock writes no log of its own");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        throw new SQLException("the data source of an in-memory Rowlock wraps no " + type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }
}
