package io.rowlock.bench.contestant;

import io.rowlock.testkit.source.PlainDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source whose commits all wait for PostgreSQL's disk: where a statement switches that off for its transaction, it is told
 * to switch it on, so that all else costs the same. Thread-safe.
 */
final class FlushedCommits implements PlainDataSource {
    private static final Pattern UNFLUSHED =
            Pattern.compile("(synchronous_commit'?\\s*(?:,|=|\\bto\\b)\\s*'?)off\\b", Pattern.CASE_INSENSITIVE);

    private final DataSource inner;
    private final Map<String, String> statements = new ConcurrentHashMap<>();

    FlushedCommits(DataSource inner) {
        this.inner = inner;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = inner.getConnection();
        return (Connection) Proxy.newProxyInstance(
                FlushedCommits.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> call(connection, method, arguments));
    }

    /** Whether any statement so far would have switched it off. */
    boolean changedAny() {
        return statements.entrySet().stream()
                .anyMatch(statement -> !statement.getKey().equals(statement.getValue()));
    }

    private @Nullable Object call(Connection connection, Method method, Object @Nullable [] arguments)
            throws Throwable {
        if (method.getName().startsWith("prepare") && arguments != null) {
            arguments[0] = statements.computeIfAbsent((String) arguments[0], FlushedCommits::flushed);
        }
        try {
            return method.invoke(connection, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    static String flushed(String sql) {
        return UNFLUSHED.matcher(sql).replaceAll("$1on");
    }
}
