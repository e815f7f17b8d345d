package io.rowlock.cli.embedded;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A connection that tells, once, that it has been closed. */
final class ClosingConnection implements InvocationHandler {
    private final Connection connection;
    private final Runnable closed;
    private final AtomicBoolean told = new AtomicBoolean();

    private ClosingConnection(Connection connection, Runnable closed) {
        this.connection = connection;
        this.closed = closed;
    }

    static Connection of(Connection connection, Runnable closed) {
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                new ClosingConnection(connection, closed));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        boolean closing = method.getName().equals("close");
        try {
            return method.invoke(connection, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause() == null ? thrown : thrown.getCause();
        } finally {
            if (closing && told.compareAndSet(false, true)) {
                closed.run();
            }
        }
    }
}
