package io.rowlock.cli;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;

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
        requireDriver(access);
        DriverManager.setLoginTimeout(LOGIN_SECONDS);
        try {
            return DriverManager.getConnection(access.url(), access.properties());
        } catch (SQLException e) {
            throw CliException.unavailable("cannot connect to " + access + ": " + e.getMessage(), e);
        }
    }

    private static void requireDriver(Access access) {
        if (DriverManager.drivers().noneMatch(driver -> accepts(driver, access.url()))) {
            throw CliException.usage(
                    "no driver here understands the URL '" + access + "'; it should look like"
                            + " jdbc:postgresql://host/database, jdbc:mysql://host/database, jdbc:mariadb://host/database or jdbc:h2:tcp://host/database");
        }
    }

    private static boolean accepts(Driver driver, String url) {
        try {
            return driver.acceptsURL(url);
        } catch (SQLException e) {
            return false;
        }
    }
}
