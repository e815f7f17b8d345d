package io.rowlock.testkit.source;

import io.rowlock.testkit.source.Interception.Call;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A way to another data source on which a statement can be late: its sender is told that the connection has failed, and the
 * database gets it when the test says so. Thread-safe.
 */
public final class LateStatementDataSource implements PlainDataSource {

    private final DataSource inner;
    private final AtomicReference<@Nullable String> awaited = new AtomicReference<>();
    private final AtomicReference<@Nullable Late> late = new AtomicReference<>();

    /** A statement that is on its way, and the connection that it is on. */
    private record Late(Call statement, Connection connection) {}

    public LateStatementDataSource(DataSource inner) {
        this.inner = inner;
    }

    /** Holds up the next statement. */
    public void holdUpNext() {
        holdUpNext("");
    }

    /** Holds up the next statement that begins with this text. */
    public void holdUpNext(String beginning) {
        awaited.set(beginning);
    }

    /** Whether a statement is on its way. */
    public boolean isUnderWay() {
        return late.get() != null;
    }

    /** Has the database get the statement, and ends its connection. */
    public void deliver() throws SQLException {
        Late delivered = late.getAndSet(null);
        if (delivered == null) {
            throw new IllegalStateException("no statement is on its way");
        }
        try (Connection connection = delivered.connection) {
            delivered.statement.proceed();
        } catch (SQLException rejected) {
            throw rejected;
        } catch (Throwable failure) {
            throw new IllegalStateException("the statement could not be delivered", failure);
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = inner.getConnection();
        Interception interception = call -> answer(call, connection);
        return interception.around(Connection.class, connection);
    }

    private @Nullable Object answer(Call call, Connection connection) throws Throwable {
        if (isEnd(call) && isLate(connection)) {
            return null;
        }
        Object result = call.proceed();
        if (!(result instanceof PreparedStatement statement)) {
            return result;
        }
        String sql = call.text() == null ? "" : call.text();
        Interception interception = inside -> execute(inside, sql, connection);
        return interception.around(PreparedStatement.class, statement);
    }

    private @Nullable Object execute(Call call, String sql, Connection connection) throws Throwable {
        if (call.method().getName().startsWith("execute") && isAwaited(sql)) {
            late.set(new Late(call, connection));
            throw new SQLNonTransientConnectionException("the test's own failure of the network", "08006");
        }
        return isEnd(call) && isLate(connection) ? null : call.proceed();
    }

    private boolean isAwaited(String sql) {
        String beginning = awaited.get();
        return beginning != null && sql.startsWith(beginning) && awaited.compareAndSet(beginning, null);
    }

    /** Closing a connection does not call back a statement that was sent on it. */
    private static boolean isEnd(Call call) {
        return call.is("close") || call.is("abort");
    }

    /** A wrapped connection may not be equal to itself. */
    @SuppressWarnings("ReferenceEquality")
    private boolean isLate(Connection connection) {
        Late statement = late.get();
        return statement != null && statement.connection == connection;
    }
}
