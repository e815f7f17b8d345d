package io.rowlock.internal.dialect;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What PostgreSQL's own driver can be asked and told beyond JDBC. By reflection, because the driver is there at run time or is
 * not, and no dependency of ours.
 */
final class PgDriver {

    /** The driver; null where it is not on the class path. */
    static final @Nullable PgDriver PRESENT = find();

    private final Class<?> connectionType;
    private final Class<?> statementType;
    private final Method backendPid;
    private final Method prepareThreshold;
    private final Method setPrepareThreshold;
    private final Method setConnectionThreshold;

    private PgDriver() throws ReflectiveOperationException {
        ClassLoader loader = PgDriver.class.getClassLoader();
        connectionType = Class.forName("org.postgresql.PGConnection", false, loader);
        statementType = Class.forName("org.postgresql.PGStatement", false, loader);
        backendPid = connectionType.getMethod("getBackendPID");
        prepareThreshold = connectionType.getMethod("getPrepareThreshold");
        setConnectionThreshold = connectionType.getMethod("setPrepareThreshold", int.class);
        setPrepareThreshold = statementType.getMethod("setPrepareThreshold", int.class);
    }

    private static @Nullable PgDriver find() {
        try {
            return new PgDriver();
        } catch (ReflectiveOperationException | LinkageError absent) {
            return null;
        }
    }

    static PgDriver present() {
        return Objects.requireNonNull(PRESENT, "asked only for the driver's own connections");
    }

    /** The driver's own connection behind a connection; null if it is of another driver, or hides it. */
    @Nullable
    Connection connection(Connection connection) {
        try {
            return connection.isWrapperFor(connectionType) ? (Connection) connection.unwrap(connectionType) : null;
        } catch (SQLException | RuntimeException | AbstractMethodError hidden) {
            return null;
        }
    }

    /** The process number of the server session, as the driver was told when it connected. */
    int backendPid(Connection connection) throws SQLException {
        return (Integer) Objects.requireNonNull(call(backendPid, connection));
    }

    /** After how many executions the driver prepares a statement under a name, as the connection is set. */
    int prepareThreshold(Connection connection) throws SQLException {
        return (Integer) Objects.requireNonNull(call(prepareThreshold, connection));
    }

    /** Sets it for statements made from now on, and for the driver's own, COMMIT among them; 0 for never. */
    void setPrepareThreshold(Connection connection, int executions) throws SQLException {
        call(setConnectionThreshold, connection, executions);
    }

    /** After how many executions the driver prepares this statement under a name; 0 for never. */
    void setPrepareThreshold(Statement statement, int executions) throws SQLException {
        call(setPrepareThreshold, statement.unwrap(statementType), executions);
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
