package io.rowlock.testkit.source;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;

/**
 * A data source as containers have it: within a thread's transaction every caller gets the transaction's own connection,
 * and giving it back does nothing. Other threads get connections of their own.
 */
public final class ThreadBoundDataSource implements PlainDataSource {

    private final DataSource inner;
    private final Map<Thread, Transaction> bound = new ConcurrentHashMap<>();

    public ThreadBoundDataSource(DataSource inner) {
        this.inner = inner;
    }

    /** Begins a transaction of this thread. */
    public Transaction begin() throws SQLException {
        Connection connection = inner.getConnection();
        connection.setAutoCommit(false);
        Transaction transaction = new Transaction(connection);
        bound.put(Thread.currentThread(), transaction);
        return transaction;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Transaction transaction = bound.get(Thread.currentThread());
        return transaction == null ? inner.getConnection() : transaction.lend();
    }

    /** A thread's transaction, until it is closed, in that thread. */
    public final class Transaction implements AutoCloseable {

        private final Connection connection;
        private int uses;

        private Transaction(Connection connection) {
            this.connection = connection;
        }

        /** How often its connection was asked for. */
        public int uses() {
            return uses;
        }

        public void commit() throws SQLException {
            connection.commit();
        }

        public void rollback() throws SQLException {
            connection.rollback();
        }

        @Override
        public void close() throws SQLException {
            bound.remove(Thread.currentThread());
            connection.rollback();
            connection.close();
        }

        private Connection lend() {
            uses++;
            Interception keep = call -> call.is("close") ? null : call.proceed();
            return keep.around(Connection.class, connection);
        }
    }
}
