package io.rowlock.internal.sql.shared;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The session locks of Oracle and SQL Server, played by functions in H2, which answer as the manuals say. Statements that H2
 * cannot parse are rewritten: an anonymous block into a call, {@code @@SPID} into H2's word for it. So it is shown that
 * the right procedure is called with the right values and that its answers are understood; nothing about the real engine.
 */
public final class SessionLockStandIn {
    private static final Pattern BLOCK = Pattern.compile("BEGIN \\? := (.+); END;");
    private static final Pattern PARAMETER = Pattern.compile("\\w+ => ");
    private static final Map<String, Long> HOLDERS = new ConcurrentHashMap<>();

    private static final int DONE = 0;
    private static final int TIMED_OUT = 1;
    private static final int OWN = 4;

    private SessionLockStandIn() {}

    static void install(Connection connection) throws SQLException {
        HOLDERS.clear();
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA DBMS_LOCK");
            for (String[] alias : new String[][] {
                {"DBMS_LOCK.REQUEST", "request"},
                {"DBMS_LOCK.RELEASE", "release"},
                {"SYS_CONTEXT", "context"},
                {"SP_GETAPPLOCK", "getAppLock"},
                {"SP_RELEASEAPPLOCK", "releaseAppLock"},
                {"APPLOCK_MODE", "appLockMode"},
                {"APPLOCK_TEST", "appLockTest"}
            }) {
                statement.execute("CREATE ALIAS " + alias[0] + " FOR '" + SessionLockStandIn.class.getName() + "."
                        + alias[1] + "'");
            }
        }
    }

    /** A connection that understands what the real engine would. */
    static Connection rewriting(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                SessionLockStandIn.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (self, method, arguments) -> {
                    if (arguments != null && arguments[0] instanceof String sql) {
                        arguments[0] = rewritten(sql);
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                });
    }

    private static String rewritten(String sql) {
        String call = BLOCK.matcher(sql).replaceFirst("{? = call $1}");
        return PARAMETER.matcher(call).replaceAll("").replace("@@SPID", "SESSION_ID()");
    }

    private static long session(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT SESSION_ID()")) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Called by H2. */
    public static int request(Connection connection, long id, int mode, int timeout, boolean onCommit)
            throws SQLException {
        if (mode != 6 || timeout != 0 || onCommit || id < 0 || id > 1_073_741_823) {
            return 3;
        }
        return take(connection, Long.toString(id));
    }

    private static int take(Connection connection, String name) throws SQLException {
        long mine = session(connection);
        Long holder = HOLDERS.putIfAbsent(name, mine);
        return holder == null ? DONE : holder == mine ? OWN : TIMED_OUT;
    }

    /** Called by H2. */
    public static int release(Connection connection, long id) throws SQLException {
        return HOLDERS.remove(Long.toString(id), session(connection)) ? DONE : OWN;
    }

    /** Called by H2. */
    public static String context(Connection connection, String space, String parameter) throws SQLException {
        return parameter.equals("SID") ? Long.toString(session(connection)) : "1";
    }

    /** Called by H2. */
    public static int getAppLock(Connection connection, String name, String mode, String owner, int timeout)
            throws SQLException {
        if (!mode.equals("Exclusive") || !owner.equals("Session") || timeout != 0) {
            return -999;
        }
        return take(connection, name) == TIMED_OUT ? -1 : 0;
    }

    /** Called by H2. */
    public static int releaseAppLock(Connection connection, String name, String owner) throws SQLException {
        return HOLDERS.remove(name, session(connection)) ? 0 : -999;
    }

    /** Called by H2. */
    public static String appLockMode(Connection connection, String principal, String name, String owner)
            throws SQLException {
        Long holder = HOLDERS.get(name);
        return holder != null && holder == session(connection) ? "Exclusive" : "NoLock";
    }

    /** Called by H2. */
    public static int appLockTest(Connection connection, String principal, String name, String mode, String owner)
            throws SQLException {
        Long holder = HOLDERS.get(name);
        return holder == null || holder == session(connection) ? 1 : 0;
    }
}
