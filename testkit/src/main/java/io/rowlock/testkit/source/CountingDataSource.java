package io.rowlock.testkit.source;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/**
 * Counts the connections that are taken from another data source and not given back, and writes down the statements
 * that are sent through them, commits and rollbacks included. Thread-safe.
 */
public final class CountingDataSource implements PlainDataSource {

    private final DataSource inner;
    private final List<String> statements = new CopyOnWriteArrayList<>();
    private int taken;
    private int open;
    private int peak;

    public CountingDataSource(DataSource inner) {
        this.inner = inner;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = inner.getConnection();
        took();
        AtomicBoolean returned = new AtomicBoolean();
        return new StatementLog(statements::add).watch(connection, () -> {
            if (returned.compareAndSet(false, true)) {
                gaveBack();
            }
        });
    }

    /** The number of connections that are out now. Those that are out at the end were leaked. */
    public synchronized int open() {
        return open;
    }

    /** How many were out at the same time. */
    public synchronized int peak() {
        return peak;
    }

    /** How many were taken. */
    public synchronized int taken() {
        return taken;
    }

    /** The statements that were sent, in order. */
    public List<String> statements() {
        return List.copyOf(statements);
    }

    /** Resets the count; connections that are out stay out. */
    public synchronized void reset() {
        statements.clear();
        taken = 0;
        peak = open;
    }

    private synchronized void took() {
        taken++;
        open++;
        peak = Math.max(peak, open);
    }

    private synchronized void gaveBack() {
        open--;
    }
}
