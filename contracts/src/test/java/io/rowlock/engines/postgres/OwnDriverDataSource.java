package io.rowlock.engines.postgres;

import io.rowlock.testkit.source.PlainDataSource;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Properties;

/** Opens connections with a driver of its own, past the driver manager. */
record OwnDriverDataSource(Driver driver, String url, Properties account) implements PlainDataSource {
    @Override
    public Connection getConnection() throws SQLException {
        return driver.connect(url, account);
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }
}
