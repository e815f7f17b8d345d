package io.rowlock.internal.sql.shared;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.UUID;

/**
 * H2 in a mode that imitates another database, with the functions that it lacks. It shows that statements are well-formed
 * and compute what they should; it proves nothing about the real engine, its row locks least of all.
 */
public final class StandIn {
    private StandIn() {}

    public static Connection oracle() throws SQLException {
        Connection connection = open("Oracle");
        alias(connection, "NUMTODSINTERVAL", "interval");
        alias(connection, "SYS_EXTRACT_UTC", "utcOf");
        return connection;
    }

    public static Connection sqlServer() throws SQLException {
        Connection connection = open("MSSQLServer");
        alias(connection, "SYSUTCDATETIME", "utc");
        alias(connection, "SYSDATETIME", "local");
        return connection;
    }

    private static Connection open(String mode) throws SQLException {
        return DriverManager.getConnection("jdbc:h2:mem:" + UUID.randomUUID() + ";MODE=" + mode);
    }

    private static void alias(Connection connection, String name, String method) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE ALIAS " + name + " FOR '" + StandIn.class.getName() + "." + method + "'");
        }
    }

    /** Called by H2. */
    public static Duration interval(double number, String unit) {
        if (!unit.equals("SECOND")) {
            throw new IllegalArgumentException(unit);
        }
        return Duration.ofNanos(Math.round(number * 1_000_000_000));
    }

    /** Called by H2. */
    public static LocalDateTime utcOf(ZonedDateTime time) {
        return time.withZoneSameInstant(ZoneOffset.UTC).toLocalDateTime();
    }

    /** Called by H2. */
    public static LocalDateTime utc() {
        return LocalDateTime.now(ZoneOffset.UTC);
    }

    /** Called by H2. */
    public static LocalDateTime local() {
        return LocalDateTime.now(ZoneId.systemDefault());
    }
}
