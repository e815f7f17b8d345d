package io.rowlock.engines.postgres;

import io.rowlock.testkit.source.PlainDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Wraps all connections and statements that a call returns, even those that {@code unwrap} does, as tools that trace statements
 * do.
 *
 * @param source the data source behind it
 * @param connections whether a connection that was unwrapped is wrapped again too
 */
record RewrappingDataSource(DataSource source, boolean connections) implements PlainDataSource {

    @Override
    public Connection getConnection() throws SQLException {
        return wrapped(Connection.class, source.getConnection());
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return wrapped(Connection.class, source.getConnection(user, password));
    }

    private <T> T wrapped(Class<T> type, Object target) {
        return type.cast(Proxy.newProxyInstance(
                RewrappingDataSource.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> result(method, invoke(target, method, arguments))));
    }

    private @Nullable Object result(Method method, @Nullable Object returned) {
        if (returned instanceof PreparedStatement) {
            return wrapped(PreparedStatement.class, returned);
        }
        if (returned instanceof Statement) {
            return wrapped(Statement.class, returned);
        }
        return returned instanceof Connection
                        && (connections || !method.getName().equals("unwrap"))
                ? wrapped(Connection.class, returned)
                : returned;
    }

    private static @Nullable Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }
}
