package io.rowlock.engines.postgres;

import io.rowlock.testkit.source.PlainDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Lends connections behind which the driver's own cannot be had, as some pools and application servers do.
 *
 * @param source the data source behind it
 */
record HidingDataSource(DataSource source) implements PlainDataSource {

    @Override
    public Connection getConnection() throws SQLException {
        return hiding(source.getConnection());
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return hiding(source.getConnection(user, password));
    }

    private static Connection hiding(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                HidingDataSource.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "isWrapperFor" -> false;
                    case "unwrap" -> throw new SQLException("hidden");
                    default -> invoke(connection, method, arguments);
                });
    }

    private static Object invoke(Connection connection, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(connection, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }
}
