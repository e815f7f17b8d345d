package io.rowlock.testkit.source;

import io.rowlock.testkit.source.Interception.Call;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A way to another data source on which the answer to a certain statement is held back: the database has executed it, and its
 * sender does not know yet. Thread-safe.
 */
public final class HeldBackDataSource implements PlainDataSource {

    private final DataSource inner;
    private final String part;
    private volatile boolean holding;
    private final CountDownLatch done = new CountDownLatch(1);
    private final CountDownLatch letGo = new CountDownLatch(1);

    /**
     * Holds back the answers to statements with this text in them, once told to.
     *
     * @param inner where the connections come from
     * @param part the text
     */
    public HeldBackDataSource(DataSource inner, String part) {
        this.inner = inner;
        this.part = part;
    }

    /** Holds back from now on. */
    public void holdBack() {
        holding = true;
    }

    /** Whether the database has done a statement whose answer is held back. */
    public boolean isDone() {
        return done.getCount() == 0;
    }

    /** Lets the answers through, from now on. */
    public void letGo() {
        letGo.countDown();
    }

    @Override
    public Connection getConnection() throws SQLException {
        Interception interception = this::answer;
        return interception.around(Connection.class, inner.getConnection());
    }

    private @Nullable Object answer(Call call) throws Throwable {
        Object result = call.proceed();
        String sql = call.text();
        return result instanceof PreparedStatement statement && sql != null && sql.contains(part)
                ? heldBack(statement)
                : result;
    }

    private PreparedStatement heldBack(PreparedStatement statement) {
        Interception interception = call -> {
            Object result = call.proceed();
            if (holding && call.method().getName().startsWith("execute")) {
                done.countDown();
                letGo.await();
            }
            return result;
        };
        return interception.around(PreparedStatement.class, statement);
    }
}
