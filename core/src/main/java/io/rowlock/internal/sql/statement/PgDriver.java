package io.rowlock.internal.sql.statement;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The settings of PostgreSQL's own driver beyond JDBC. By reflection, because the driver may be missing at run time, and is no
 * dependency of ours.
 */
public final class PgDriver {

    /** The driver that Rowlock's own class loader finds; null where it finds none. */
    private static final @Nullable PgDriver OWN =
            find(PgDriver.class.getClassLoader()).orElse(null);

    /** The driver that a class of connections finds: application servers and OSGi keep drivers in class loaders of their own. */
    private static final ClassValue<Optional<PgDriver>> BY_CLASS = new ClassValue<>() {
        @Override
        protected Optional<PgDriver> computeValue(Class<?> type) {
            return find(type.getClassLoader());
        }
    };

    private final Class<?> connectionType;
    private final Class<?> statementType;
    private final Method backendPid;
    private final Method prepareThreshold;
    private final Method setPrepareThreshold;
    private final Method setConnectionThreshold;

    private PgDriver(@Nullable ClassLoader loader) throws ReflectiveOperationException {
        connectionType = Class.forName("org.postgresql.PGConnection", false, loader);
        statementType = Class.forName("org.postgresql.PGStatement", false, loader);
        backendPid = connectionType.getMethod("getBackendPID");
        prepareThreshold = connectionType.getMethod("getPrepareThreshold");
        setConnectionThreshold = connectionType.getMethod("setPrepareThreshold", int.class);
        setPrepareThreshold = statementType.getMethod("setPrepareThreshold", int.class);
    }

    private static Optional<PgDriver> find(@Nullable ClassLoader loader) {
        try {
            return Optional.of(new PgDriver(loader));
        } catch (ReflectiveOperationException | LinkageError absent) {
            return Optional.empty();
        }
    }

    /** The driver of one of its own connections. */
    public static PgDriver of(Connection driverConnection) {
        PgDriver own = OWN;
        return own != null && own.connectionType.isInstance(driverConnection)
                ? own
                : BY_CLASS.get(driverConnection.getClass()).orElseThrow();
    }

    /** The driver's own connection behind a connection; null if it is of another driver, or hides it. */
    static @Nullable Connection connection(Connection connection) {
        try {
            PgDriver own = OWN;
            if (own != null && connection.isWrapperFor(own.connectionType)) {
                Object unwrapped = connection.unwrap(own.connectionType);
                // Some data sources wrap again what they unwrap.
                return own.connectionType.isInstance(unwrapped) ? (Connection) unwrapped : null;
            }
            return connection.isWrapperFor(Connection.class) ? elsewhere(connection.unwrap(Connection.class)) : null;
        } catch (SQLException | RuntimeException | AbstractMethodError hidden) {
            return null;
        }
    }

    private static @Nullable Connection elsewhere(Connection connection) {
        PgDriver driver = BY_CLASS.get(connection.getClass()).orElse(null);
        return driver != null && driver.connectionType.isInstance(connection) ? connection : null;
    }

    /** The process number of the server session, as the driver was told when it connected. */
    public int backendPid(Connection connection) throws SQLException {
        return (Integer) Objects.requireNonNull(call(backendPid, connection));
    }

    /** After how many executions the driver prepares a statement under a name, as the connection is set. */
    public int prepareThreshold(Connection connection) throws SQLException {
        return (Integer) Objects.requireNonNull(call(prepareThreshold, connection));
    }

    /** Sets it for statements made from now on, and for the driver's own, COMMIT among them; 0 for never. */
    void setPrepareThreshold(Connection connection, int executions) throws SQLException {
        call(setConnectionThreshold, connection, executions);
    }

    /**
     * After how many executions the driver prepares this statement under a name; 0 for never. A statement that a data source
     * hides keeps what its connection was set to.
     */
    void setPrepareThreshold(Statement statement, int executions) throws SQLException {
        Object own = own(statement);
        if (own != null) {
            call(setPrepareThreshold, own, executions);
        }
    }

    private @Nullable Object own(Statement statement) {
        try {
            Object unwrapped = statement.unwrap(statementType);
            return statementType.isInstance(unwrapped) ? unwrapped : null;
        } catch (SQLException | RuntimeException | AbstractMethodError hidden) {
            return null;
        }
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
