package io.rowlock.internal.sql.statement;

import java.sql.SQLException;
import java.sql.SQLWarning;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL answers success with a warning if it gave up waiting for a synchronous standby. The commit is then on this server
 * alone, and a failover may forget it, so the outcome is reported as unknown.
 *
 * <ol>
 *   <li>A session may be set to show no warnings, and behind a pooler another client may have set it so. Hence each statement
 *       that grants, renews or guards has them shown for its own transaction. The setting ends only after the wait.
 *   <li>The warning has the SQLState of any other. The server's routine that gave it tells them apart: triggers warn too, and so
 *       does a server whose transaction numbers run out, with every transaction.
 * </ol>
 */
public final class PgWarnings {

    /** A condition that is always true, and has the server show warnings until the end of the transaction. */
    static final String SHOWN = "set_config('client_min_messages', 'warning', true) IS NOT NULL";

    /** The same, after other conditions. */
    public static final String AND_SHOWN = " AND " + SHOWN;

    /** SQLState of a plain warning. PostgreSQL has no code of its own for a wait for a standby that was given up. */
    private static final String WARNING = "01000";

    /** The routine of the server that waits for standbys. */
    private static final String WAIT = "SyncRepWaitForLSN";

    /** By the standard: whether the transaction took place is unknown. */
    private static final String UNKNOWN = "08007";

    private PgWarnings() {}

    /** To be called after each execution, and after each commit with the connection's warnings. */
    public static void check(@Nullable SQLWarning first) throws SQLException {
        for (SQLWarning warning = first; warning != null; warning = warning.getNextWarning()) {
            if (isInDoubt(warning)) {
                throw new SQLException(
                        "the server committed, but warns that a failover may forget it: " + warning.getMessage(),
                        UNKNOWN,
                        warning);
            }
        }
    }

    /** Another driver, or a pooler, may not tell the routine: then every warning counts. */
    private static boolean isInDoubt(SQLWarning warning) {
        String routine = routine(warning);
        return routine == null ? WARNING.equals(warning.getSQLState()) : routine.equals(WAIT);
    }

    private static @Nullable String routine(SQLWarning warning) {
        try {
            Object message =
                    warning.getClass().getMethod("getServerErrorMessage").invoke(warning);
            return message == null
                    ? null
                    : (String) message.getClass().getMethod("getRoutine").invoke(message);
        } catch (ReflectiveOperationException | RuntimeException unknown) {
            return null;
        }
    }
}
