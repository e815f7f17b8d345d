package io.rowlock.testkit.source;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A way to another data source on whose connections one method always fails. Thread-safe. */
public final class FailingDataSource implements PlainDataSource {

    private final DataSource inner;
    private final String method;

    public FailingDataSource(DataSource inner, String method) {
        this.inner = inner;
        this.method = method;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = inner.getConnection();
        Interception interception = call -> {
            if (call.is(method)) {
                throw new SQLException(method + " fails in this test", "HY000");
            }
            return call.proceed();
        };
        return interception.around(Connection.class, connection);
    }
}
