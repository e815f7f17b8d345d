package io.rowlock.internal.jdbc.connection;

import io.rowlock.internal.sql.statement.PgSession;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The isolation level and the autocommit mode of a connection, as the server has them. MySQL's driver remembers only what
 * was set through it: after {@code SET autocommit = 0} in a pool's init statement, in {@code init_connect} or in
 * {@code sessionVariables} it still says that each statement is committed, and nothing ever is. So MySQL and MariaDB are
 * asked for both in one statement, instead of the one that asks for the isolation level.
 *
 * @param isolation as {@link Connection} numbers it
 * @param autoCommit whether the server commits each statement
 */
public record SessionMode(int isolation, boolean autoCommit) {
    private static final Set<String> INNODB = Set.of("MySQL", "MariaDB");

    /** The mode of a connection that was just lent. PostgreSQL's server is not asked each time. */
    static SessionMode ofLent(Connection connection) throws SQLException {
        OptionalInt known = connection.getAutoCommit() ? PgSession.isolation(connection) : OptionalInt.empty();
        return known.isPresent() ? new SessionMode(known.getAsInt(), true) : of(connection);
    }

    static SessionMode of(Connection connection) throws SQLException {
        DatabaseMetaData data = connection.getMetaData();
        if (!INNODB.contains(data.getDatabaseProductName())) {
            return new SessionMode(connection.getTransactionIsolation(), connection.getAutoCommit());
        }
        // MySQL's own driver calls a MariaDB server MySQL too; only the version tells.
        boolean mariaDb = (data.getDatabaseProductName() + data.getDatabaseProductVersion())
                .toLowerCase(Locale.ROOT)
                .contains("mariadb");
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@session."
                        + (mariaDb ? "tx_isolation" : "transaction_isolation") + ", @@session.autocommit")) {
            row.next();
            return new SessionMode(isolation(row.getString(1)), row.getBoolean(2));
        }
    }

    /**
     * Whether the server commits each statement of a connection whose driver says that autocommit is off. Only MySQL's own
     * driver can be wrong about that, so only there the server is asked. Within an explicit transaction, or a branch of a
     * distributed one, nothing is committed whatever the mode.
     */
    public static boolean commitsBehindTheDriver(Connection connection) throws SQLException {
        if (!connection.getMetaData().getDriverName().startsWith("MySQL Connector")) {
            return false;
        }
        SessionMode mode = of(connection);
        return mode.autoCommit && OpenTransaction.acceptsIsolation(connection, mode.isolation);
    }

    private static int isolation(String level) {
        return switch (level) {
            case "READ-UNCOMMITTED" -> Connection.TRANSACTION_READ_UNCOMMITTED;
            case "READ-COMMITTED" -> Connection.TRANSACTION_READ_COMMITTED;
            case "SERIALIZABLE" -> Connection.TRANSACTION_SERIALIZABLE;
            default -> Connection.TRANSACTION_REPEATABLE_READ;
        };
    }
}
