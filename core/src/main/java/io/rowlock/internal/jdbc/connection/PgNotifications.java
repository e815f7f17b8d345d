package io.rowlock.internal.jdbc.connection;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The notifications that a connection of PostgreSQL's own driver receives. JDBC has none, so the driver's own methods are
 * called by reflection: the driver may be there at run time or not, and is no dependency of Rowlock.
 */
public final class PgNotifications {
    private static final Logger LOG = LoggerFactory.getLogger(PgNotifications.class);

    private final Object connection;
    private final Method getNotifications;
    private final Method getParameter;

    private PgNotifications(Connection wrapped) throws SQLException, ReflectiveOperationException {
        ClassLoader loader = PgNotifications.class.getClassLoader();
        Class<?> type = Class.forName("org.postgresql.PGConnection", false, loader);
        // Some data sources wrap again what they unwrap.
        connection = type.cast(wrapped.unwrap(type));
        getNotifications = type.getMethod("getNotifications", int.class);
        getParameter =
                Class.forName("org.postgresql.PGNotification", false, loader).getMethod("getParameter");
    }

    /** Those of a connection, if it is the driver's, or wraps one of the driver's. */
    public static Optional<PgNotifications> of(Connection connection) {
        try {
            return Optional.of(new PgNotifications(connection));
        } catch (SQLException | ReflectiveOperationException | RuntimeException | LinkageError another) {
            LOG.debug("this connection is not of PostgreSQL's own driver, and receives no notifications", another);
            return Optional.empty();
        }
    }

    /** The payloads of the notifications, once there are any or the time has passed. */
    public List<String> await(Duration longest) throws SQLException {
        Object[] received = (Object[]) call(getNotifications, connection, (int) Math.max(1, longest.toMillis()));
        List<String> payloads = new ArrayList<>();
        for (Object one : received == null ? new Object[0] : received) {
            payloads.add(String.valueOf(call(getParameter, one)));
        }
        return payloads;
    }

    private static @Nullable Object call(Method method, Object target, Object... arguments) throws SQLException {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause() instanceof SQLException failure ? failure : new SQLException(thrown.getCause());
        } catch (IllegalAccessException hidden) {
            throw new SQLException(hidden);
        }
    }
}
