package io.rowlock.cli.database;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Properties;

/**
 * Opens a connection whenever one is asked for. The engine keeps it while it is busy and gives it back when it is idle,
 * so a command that holds a lock for hours has a connection open for a moment every ten seconds.
 *
 * @param driver who opens them
 * @param access where and as whom
 */
record FreshConnections(Driver driver, Access access) implements PlainSource {
    private static final String MYSQL = "jdbc:mysql:";

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = driver.connect(address(), properties());
        if (connection == null) {
            throw new SQLException("the driver " + driver.getClass().getName() + " does not understand this URL");
        }
        return connection;
    }

    /** MariaDB's driver serves MySQL too, but wants to be told so; one that was added for MySQL knows its own. */
    private String address() {
        boolean borrowed =
                access.url().startsWith(MYSQL) && driver.getClass().getName().startsWith("org.mariadb.");
        return borrowed ? "jdbc:mariadb:" + access.url().substring(MYSQL.length()) : access.url();
    }

    private Properties properties() {
        return access.properties();
    }
}
