package io.rowlock.testkit.source;

import io.rowlock.testkit.source.Interception.Call;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Lends connections in a certain state, and writes down in which state they come back. Those that were aborted are not
 * written down, because no pool would lend them again. Thread-safe.
 */
public final class LentDataSource implements PlainDataSource {

    private final DataSource inner;
    private final ConnectionSetup setup;
    private final List<State> lent = new CopyOnWriteArrayList<>();
    private final List<State> returned = new CopyOnWriteArrayList<>();
    private final AtomicInteger open = new AtomicInteger();

    public LentDataSource(DataSource inner, ConnectionSetup setup) {
        this.inner = inner;
        this.setup = setup;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = inner.getConnection();
        setup.apply(connection);
        lent.add(State.of(connection));
        open.incrementAndGet();
        AtomicBoolean back = new AtomicBoolean();
        Interception interception = call -> answer(call, connection, back);
        return interception.around(Connection.class, connection);
    }

    /** In which states connections were lent. */
    public List<State> lent() {
        return List.copyOf(lent);
    }

    /** In which states connections came back. */
    public List<State> returned() {
        return List.copyOf(returned);
    }

    /** How many are out now. */
    public int open() {
        return open.get();
    }

    private @Nullable Object answer(Call call, Connection connection, AtomicBoolean back) throws Throwable {
        boolean ends = call.is("close") || call.is("abort");
        if (ends && back.compareAndSet(false, true)) {
            open.decrementAndGet();
            if (call.is("close") && !connection.isClosed()) {
                returned.add(State.of(connection));
            }
        }
        return call.proceed();
    }

    /** Brings a connection into a state. */
    @FunctionalInterface
    public interface ConnectionSetup {
        void apply(Connection connection) throws SQLException;
    }

    /**
     * The settings that a borrower may change on a connection.
     *
     * @param autoCommit whether each statement is a transaction
     * @param isolation the transaction isolation, as in {@link Connection}
     * @param readOnly whether writes are rejected
     * @param networkTimeout how long an answer may take, in milliseconds
     */
    public record State(boolean autoCommit, int isolation, boolean readOnly, int networkTimeout) {
        static State of(Connection connection) throws SQLException {
            return new State(
                    connection.getAutoCommit(),
                    connection.getTransactionIsolation(),
                    connection.isReadOnly(),
                    connection.getNetworkTimeout());
        }
    }
}
