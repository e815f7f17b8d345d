package io.rowlock.testkit.source;

import io.rowlock.testkit.source.Interception.Call;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * An unkind connection pool: it is small, throws {@link SQLTransientConnectionException} after a bounded wait, resets
 * nothing between borrowers (not autocommit, not isolation, not an open transaction), and does not check that a
 * connection still works before it lends it; only those that know themselves closed are not lent again. Thread-safe.
 */
public final class SmallPool implements PlainDataSource, AutoCloseable {

    private final DataSource inner;
    private final int size;
    private final Duration patience;
    private final Semaphore free;
    private final Deque<Connection> idle = new ConcurrentLinkedDeque<>();

    public SmallPool(DataSource inner, int size, Duration patience) {
        this.inner = inner;
        this.size = size;
        this.patience = patience;
        this.free = new Semaphore(size, true);
    }

    @Override
    public Connection getConnection() throws SQLException {
        awaitFree();
        try {
            Connection waiting = idle.poll();
            return lend(waiting == null ? inner.getConnection() : waiting);
        } catch (SQLException | RuntimeException e) {
            free.release();
            throw e;
        }
    }

    /** How many there are at most. */
    public int size() {
        return size;
    }

    /** How many are lent. */
    public int lent() {
        return size - free.availablePermits();
    }

    /** How many are lent, by DBCP's name for it, so that a client can tell whether all are. */
    public int getNumActive() {
        return lent();
    }

    /** How many there are at most, by DBCP's name for it. */
    public int getMaxTotal() {
        return size;
    }

    /** Closes those that are not lent. */
    @Override
    public void close() throws SQLException {
        for (Connection next = idle.poll(); next != null; next = idle.poll()) {
            next.close();
        }
    }

    private void awaitFree() throws SQLException {
        try {
            if (!free.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new SQLTransientConnectionException(
                        "all " + size + " connections of the pool are lent; none came back within " + patience);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLTransientConnectionException("interrupted while waiting for a connection of the pool", e);
        }
    }

    private Connection lend(Connection connection) {
        AtomicBoolean returned = new AtomicBoolean();
        Interception interception = call -> answer(call, connection, returned);
        return interception.around(Connection.class, connection);
    }

    private @Nullable Object answer(Call call, Connection connection, AtomicBoolean returned) throws Throwable {
        if (call.is("close")) {
            if (returned.compareAndSet(false, true)) {
                takeBack(connection);
            }
            return null;
        }
        if (returned.get() && call.method().getDeclaringClass() == Connection.class) {
            return call.is("isClosed") ? true : reject();
        }
        return call.proceed();
    }

    private static Object reject() throws SQLException {
        throw new SQLException("the connection was given back to the pool");
    }

    private void takeBack(Connection connection) throws SQLException {
        try {
            if (connection.isClosed()) {
                connection.close();
            } else {
                idle.push(connection);
            }
        } finally {
            free.release();
        }
    }
}
