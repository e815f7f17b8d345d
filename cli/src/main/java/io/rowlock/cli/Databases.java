package io.rowlock.cli;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.logging.LogManager;

/** Opens connections, and says plainly why one cannot be opened. */
public final class Databases {
    private static final int LOGIN_SECONDS = 10;

    private Databases() {}

    /**
     * Opens a connection.
     *
     * @param access where and as whom
     * @return the connection, to be closed
     * @throws CliException if no driver knows the URL, or the database does not let us in
     */
    public static Connection connect(Access access) {
        LogManager.getLogManager().reset(); // some drivers log what they also throw
        requireDriver(access);
        DriverManager.setLoginTimeout(LOGIN_SECONDS);
        try {
            return DriverManager.getConnection(access.url(), access.properties());
        } catch (SQLException e) {
            throw CliException.unavailable("cannot connect to " + access + ": " + reason(e), e);
        }
    }

    private static void requireDriver(Access access) {
        if (DriverManager.drivers().noneMatch(driver -> accepts(driver, access.url()))) {
            throw CliException.usage(
                    "no driver here understands the URL '" + access + "'; it should look like"
                            + " jdbc:postgresql://host/database, jdbc:mysql://host/database, jdbc:mariadb://host/database or jdbc:h2:tcp://host/database");
        }
    }

    /** What the driver says in its first line, and what lies at the root of it if that line does not tell. */
    private static String reason(SQLException failure) {
        String said = firstLine(failure);
        String meant = firstLine(root(failure));
        return said.contains(meant) ? said : said + " (" + meant + ")";
    }

    private static String firstLine(Throwable failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    }

    private static Throwable root(Throwable failure) {
        Throwable cause = failure.getCause();
        return cause == null ? failure : root(cause);
    }

    private static boolean accepts(Driver driver, String url) {
        try {
            return driver.acceptsURL(url);
        } catch (SQLException e) {
            return false;
        }
    }
}
