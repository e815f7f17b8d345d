package io.rowlock.testkit.engine;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Leads all its connections to one session, as a pooler does that lends sessions for a statement or a transaction at a
 * time. Closing one of them closes nothing; {@link #close()} ends the session.
 */
public final class SharedSessionDataSource implements PlainDataSource, AutoCloseable {

    private final Connection session;

    public SharedSessionDataSource(DataSource inner) throws SQLException {
        session = inner.getConnection();
    }

    @Override
    public Connection getConnection() {
        Interception interception = call -> call.is("close") || call.is("abort") ? null : call.proceed();
        return interception.around(Connection.class, session);
    }

    @Override
    public void close() throws SQLException {
        session.close();
    }
}
