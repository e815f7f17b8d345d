package io.rowlock.internal.sql.statement;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;

/**
 * A call of a stored procedure that answers with a number, its first parameter.
 *
 * @param sql the call
 */
public record Procedure(String sql) {

    /** Sets the parameters, from the second on. */
    @FunctionalInterface
    public interface Binder {
        void bind(CallableStatement statement) throws SQLException;
    }

    public int call(Connection connection, Binder binder) throws SQLException {
        try (CallableStatement statement = connection.prepareCall(sql)) {
            statement.registerOutParameter(1, Types.INTEGER);
            binder.bind(statement);
            statement.execute();
            return statement.getInt(1);
        }
    }
}
