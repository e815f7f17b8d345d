package io.rowlock.testkit.source;

import io.rowlock.testkit.control.BreakableLink;
import io.rowlock.testkit.source.Interception.Call;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A way to another data source that breaks on demand: while it fails, no connection can be had, and whatever is sent
 * through those that are out fails as on a broken network, before it reaches the database. Thread-safe.
 */
public final class UnreliableDataSource implements PlainDataSource, BreakableLink {

    private final DataSource inner;
    private int failing;
    private int failures;

    public UnreliableDataSource(DataSource inner) {
        this.inner = inner;
    }

    /** Fails until {@link #heal()}. */
    @Override
    public void fail() {
        failTimes(Integer.MAX_VALUE);
    }

    /** Fails this many times, then works again. */
    @Override
    public synchronized void failTimes(int times) {
        failing = times;
    }

    /** Works again. */
    @Override
    public synchronized void heal() {
        failing = 0;
    }

    /** How often it failed. */
    @Override
    public synchronized int failures() {
        return failures;
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (failsNow()) {
            throw new SQLTransientConnectionException("the way to the database is broken by the test", "08001");
        }
        Interception interception = UnreliableDataSource.this::answer;
        return interception.around(Connection.class, inner.getConnection());
    }

    private @Nullable Object answer(Call call) throws Throwable {
        if (call.is("commit") || call.is("rollback")) {
            passOrThrow();
        }
        Object result = call.proceed();
        return result instanceof Statement statement ? watch(statement) : result;
    }

    private Object watch(Statement statement) {
        Interception interception = call -> {
            if (call.method().getName().startsWith("execute")) {
                passOrThrow();
            }
            return call.proceed();
        };
        return interception.around(statement);
    }

    private void passOrThrow() throws SQLException {
        if (failsNow()) {
            throw new SQLException("the connection is broken by the test", "08006");
        }
    }

    private synchronized boolean failsNow() {
        if (failing == 0) {
            return false;
        }
        failing--;
        failures++;
        return true;
    }
}
