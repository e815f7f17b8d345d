package io.rowlock.internal.jdbc.connection;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the prepared statements of a connection as long as it is borrowed: on drivers that prepare on the server each time,
 * H2's for one, that saves a round trip for every call. Closing a statement puts it back.
 */
final class StatementCache implements InvocationHandler {
    private static final Logger LOG = LoggerFactory.getLogger(StatementCache.class);

    private final Connection connection;
    private final List<PreparedStatement> statements = new ArrayList<>();
    private final Map<List<Object>, PreparedStatement> views = new HashMap<>();

    StatementCache(Connection connection) {
        this.connection = connection;
    }

    /** The connection, seen through the cache. */
    Connection view() {
        return (Connection)
                Proxy.newProxyInstance(StatementCache.class.getClassLoader(), new Class<?>[] {Connection.class}, this);
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (!method.getName().equals("prepareStatement")) {
            return call(connection, method, arguments);
        }
        List<Object> request = List.of(arguments);
        PreparedStatement kept = views.get(request);
        if (kept == null) {
            PreparedStatement prepared = (PreparedStatement) call(connection, method, arguments);
            statements.add(prepared);
            kept = keptOpen(prepared);
            views.put(request, kept);
        }
        return kept;
    }

    private static PreparedStatement keptOpen(PreparedStatement statement) {
        return (PreparedStatement) Proxy.newProxyInstance(
                StatementCache.class.getClassLoader(),
                new Class<?>[] {PreparedStatement.class},
                (proxy, method, arguments) ->
                        method.getName().equals("close") ? null : call(statement, method, arguments));
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    /** Closes the statements before the connection goes back. */
    void close() {
        for (PreparedStatement statement : statements) {
            try {
                statement.close();
            } catch (SQLException | RuntimeException failure) {
                LOG.debug("a kept statement could not be closed", failure);
            }
        }
        statements.clear();
        views.clear();
    }
}
