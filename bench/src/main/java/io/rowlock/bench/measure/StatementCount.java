package io.rowlock.bench.measure;

import io.rowlock.testkit.source.PlainDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Counts the statements that go through another data source; a batch is one. Thread-safe. */
public final class StatementCount implements PlainDataSource {
    private final DataSource inner;
    private final LongAdder sent = new LongAdder();

    public StatementCount(DataSource inner) {
        this.inner = inner;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return watched(Connection.class, inner.getConnection());
    }

    public long sent() {
        return sent.sum();
    }

    private <T> T watched(Class<T> type, T target) {
        return type.cast(Proxy.newProxyInstance(
                StatementCount.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> call(target, method, arguments)));
    }

    private @Nullable Object call(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
        if (method.getName().startsWith("execute")) {
            sent.increment();
        }
        try {
            Object result = method.invoke(target, arguments);
            // The driver's own object is asked for, and must not be wrapped again.
            return method.getName().equals("unwrap") ? result : watchedResult(result);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    private @Nullable Object watchedResult(@Nullable Object result) {
        if (result instanceof CallableStatement statement) {
            return watched(CallableStatement.class, statement);
        }
        if (result instanceof PreparedStatement statement) {
            return watched(PreparedStatement.class, statement);
        }
        return result instanceof Statement statement ? watched(Statement.class, statement) : result;
    }
}
