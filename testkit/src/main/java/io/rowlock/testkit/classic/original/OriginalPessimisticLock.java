package io.rowlock.testkit.classic.original;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * A node that still runs the original procedure of the table {@code TBL_PESSIMISTIC_LOCK}, on the database's own time:
 * compete, release, initialise.
 *
 * @param dataSource where connections come from
 * @param table the table's name
 * @param holder this node's name, shared by its threads
 * @param now the database's word for what Oracle calls SYSDATE
 */
public record OriginalPessimisticLock(DataSource dataSource, String table, String holder, String now) {

    /** The database's word, by its kind. */
    public static String now(String kind) {
        return switch (kind) {
            case "mysql", "mariadb" -> "SYSDATE()";
            case "postgresql" -> "CAST(date_trunc('second', clock_timestamp()) AS timestamp)";
            default -> "DATE_TRUNC(SECOND, LOCALTIMESTAMP)";
        };
    }

    private String until(String kind, long overTime) {
        return switch (kind) {
            case "mysql", "mariadb" -> "TIMESTAMPADD(MICROSECOND, " + overTime + "000, " + now + ")";
            case "postgresql" -> now + " + INTERVAL '" + overTime + " milliseconds'";
            default -> "DATEADD(MILLISECOND, " + overTime + ", " + now + ")";
        };
    }

    /** Competes for a row that is there; initialises one that is not. */
    public boolean tryLock(String kind, String name, long overTime) throws SQLException {
        String until = until(kind, overTime);
        try (Connection connection = dataSource.getConnection()) {
            if (compete(connection, until, name)) {
                return true;
            }
            try {
                return initialise(connection, until, name);
            } catch (SQLException duplicateKey) {
                return compete(connection, until, name);
            }
        }
    }

    private boolean compete(Connection connection, String until, String name) throws SQLException {
        return run(
                connection,
                "UPDATE " + table + " SET LOCK_HOLDER = ?, LOCK_STATUS = 1, LOCK_TIME = " + now + ", EXPIRED_TIME = "
                        + until + " WHERE LOCK_NAME = ? AND (LOCK_STATUS = 0 OR " + now + " > EXPIRED_TIME)",
                holder,
                name);
    }

    private boolean initialise(Connection connection, String until, String name) throws SQLException {
        return run(
                connection,
                "INSERT INTO " + table
                        + " (LOCK_HOLDER, LOCK_NAME, LOCK_TIME, EXPIRED_TIME, LOCK_STATUS) VALUES (?, ?, " + now + ", "
                        + until + ", 1)",
                holder,
                name);
    }

    /** Releases what this holder has. */
    public boolean unlock(String name) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return run(
                    connection,
                    "UPDATE " + table
                            + " SET LOCK_STATUS = 0 WHERE LOCK_HOLDER = ? AND LOCK_NAME = ? AND LOCK_STATUS = 1",
                    holder,
                    name);
        }
    }

    private static boolean run(Connection connection, String sql, String holder, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, holder);
            statement.setString(2, name);
            return statement.executeUpdate() == 1;
        }
    }
}
