package io.rowlock.testkit.source;

import io.rowlock.testkit.source.Interception.Call;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Leads all its connections to one session: as a data source does that has but one connection, or as a pooler that lends
 * sessions for a statement or a transaction at a time, where each connection has a socket and a network timeout of its own.
 * Closing one of them closes nothing; {@link #close()} ends the session.
 */
public final class SharedSessionDataSource implements PlainDataSource, AutoCloseable {

    private final Connection session;
    private final boolean pooler;

    /** One connection for everyone. */
    public SharedSessionDataSource(DataSource inner) throws SQLException {
        this(inner, false);
    }

    private SharedSessionDataSource(DataSource inner, boolean pooler) throws SQLException {
        session = inner.getConnection();
        this.pooler = pooler;
    }

    /** A pooler with one session. */
    public static SharedSessionDataSource pooler(DataSource inner) throws SQLException {
        return new SharedSessionDataSource(inner, true);
    }

    @Override
    public Connection getConnection() {
        AtomicInteger timeout = new AtomicInteger();
        Interception interception = call -> answer(call, timeout);
        return interception.around(Connection.class, session);
    }

    private @Nullable Object answer(Call call, AtomicInteger timeout) throws Throwable {
        if (call.is("close") || call.is("abort")) {
            return null;
        }
        if (pooler && call.is("setNetworkTimeout")) {
            timeout.set((Integer) Objects.requireNonNull(call.arguments().get(1)));
            return null;
        }
        return pooler && call.is("getNetworkTimeout") ? (Object) timeout.get() : call.proceed();
    }

    @Override
    public void close() throws SQLException {
        session.close();
    }
}
