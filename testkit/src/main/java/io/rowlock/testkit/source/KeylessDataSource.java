package io.rowlock.testkit.source;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * A way to another data source whose driver, or a proxy before the server, brings no generated keys back: an update tells
 * how many rows it changed, and no more.
 */
public final class KeylessDataSource implements PlainDataSource {

    private final DataSource inner;

    public KeylessDataSource(DataSource inner) {
        this.inner = inner;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Interception interception = call -> {
            Object result = call.proceed();
            return result instanceof PreparedStatement statement ? keyless(statement) : result;
        };
        return interception.around(Connection.class, inner.getConnection());
    }

    /** The keys of a statement that made none. */
    private static PreparedStatement keyless(PreparedStatement statement) {
        Interception interception = call -> {
            if (!call.is("getGeneratedKeys")) {
                return call.proceed();
            }
            Statement other = statement.getConnection().createStatement();
            other.closeOnCompletion();
            return other.executeQuery("SELECT 1 WHERE 1 = 0");
        };
        return interception.around(PreparedStatement.class, statement);
    }
}
