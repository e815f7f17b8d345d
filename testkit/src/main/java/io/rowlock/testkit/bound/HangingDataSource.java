package io.rowlock.testkit.bound;

import io.rowlock.testkit.source.Interception;
import io.rowlock.testkit.source.PlainDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Lends connections of another data source, one of which hangs on demand: its statements wait before they reach the
 * database, and an abort does not end the wait. Thread-safe.
 */
final class HangingDataSource implements PlainDataSource {
    private final DataSource inner;
    private boolean hangsNext;
    private @Nullable Object hanging;
    private final AtomicInteger waiting = new AtomicInteger();
    private final CountDownLatch letGo = new CountDownLatch(1);

    HangingDataSource(DataSource inner) {
        this.inner = inner;
    }

    /** The connection that is used next hangs from then on. */
    synchronized void hangNext() {
        hangsNext = true;
    }

    private synchronized boolean hangs(Object connection) {
        if (hangsNext) {
            hangsNext = false;
            hanging = connection;
        }
        return connection.equals(hanging);
    }

    /** How many statements wait on the connection that hangs. */
    int waiting() {
        return waiting.get();
    }

    /** Lets every statement through. */
    void letGo() {
        letGo.countDown();
    }

    @Override
    public Connection getConnection() throws SQLException {
        // Proxies of connections are not equal to themselves.
        Object identity = new Object();
        Interception interception = call -> {
            Object result = call.proceed();
            return result instanceof Statement statement ? watch(identity, statement) : result;
        };
        return interception.around(Connection.class, inner.getConnection());
    }

    private Object watch(Object connection, Statement statement) {
        Interception interception = call -> {
            if (call.method().getName().startsWith("execute") && hangs(connection)) {
                await();
            }
            return call.proceed();
        };
        return interception.around(statement);
    }

    private void await() throws InterruptedException {
        waiting.incrementAndGet();
        try {
            letGo.await();
        } finally {
            waiting.decrementAndGet();
        }
    }
}
