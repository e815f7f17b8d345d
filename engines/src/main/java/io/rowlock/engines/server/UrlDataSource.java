package io.rowlock.engines.server;

import io.rowlock.testkit.source.PlainDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * Opens a new connection each time, and nothing else.
 *
 * @param url the JDBC address
 * @param user the database user
 * @param password the user's password
 */
public record UrlDataSource(String url, String user, String password) implements PlainDataSource {

    @Override
    public Connection getConnection() throws SQLException {
        return getConnection(user, password);
    }

    @Override
    public Connection getConnection(String name, String secret) throws SQLException {
        return DriverManager.getConnection(url, name, secret);
    }
}
