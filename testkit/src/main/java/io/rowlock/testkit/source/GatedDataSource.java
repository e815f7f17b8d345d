package io.rowlock.testkit.source;

import io.rowlock.testkit.control.GatedLink;
import io.rowlock.testkit.source.Interception.Call;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A way to another data source with a gate in it: while it is shut, statements wait in front of it, before they reach the
 * database. Questions about the session pass. Remembers what the database rejected. Thread-safe.
 */
public final class GatedDataSource implements PlainDataSource, GatedLink {

    private static final int OPEN = 1_000_000_000;

    private final DataSource inner;
    private final Semaphore gate = new Semaphore(OPEN, true);
    private final AtomicInteger waiting = new AtomicInteger();
    private final List<SQLException> rejections = new CopyOnWriteArrayList<>();

    public GatedDataSource(DataSource inner) {
        this.inner = inner;
    }

    /** Lets nothing through from now on. */
    @Override
    public void shut() {
        gate.drainPermits();
    }

    /** Lets so many of those through that wait, or come next. */
    @Override
    public void let(int statements) {
        gate.release(statements);
    }

    /** Lets everything through from now on. */
    @Override
    public void open() {
        gate.drainPermits();
        gate.release(OPEN);
    }

    /** How many statements wait in front of the gate. */
    @Override
    public int waiting() {
        return waiting.get();
    }

    /** The errors that the database answered. */
    public List<SQLException> rejections() {
        return List.copyOf(rejections);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Interception interception = this::answer;
        return interception.around(Connection.class, inner.getConnection());
    }

    private @Nullable Object answer(Call call) throws Throwable {
        Object result = call.proceed();
        return result instanceof Statement statement ? watch(statement) : result;
    }

    private Object watch(Statement statement) {
        Interception interception =
                call -> call.method().getName().startsWith("execute") && !StatementLog.isAboutTheSession(call.text())
                        ? pass(call)
                        : call.proceed();
        return interception.around(statement);
    }

    private @Nullable Object pass(Call call) throws Throwable {
        waiting.incrementAndGet();
        gate.acquireUninterruptibly();
        waiting.decrementAndGet();
        try {
            return call.proceed();
        } catch (SQLException rejection) {
            rejections.add(rejection);
            throw rejection;
        }
    }
}
