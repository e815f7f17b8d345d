package io.rowlock.testkit.source;

import io.rowlock.testkit.source.Interception.Call;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A way to another data source that writes down what the database rejects with an error: a server that logs errors has each
 * of them in its log. Thread-safe.
 */
public final class FailureLogDataSource implements PlainDataSource {

    private final DataSource inner;
    private final List<SQLException> failures = new CopyOnWriteArrayList<>();

    public FailureLogDataSource(DataSource inner) {
        this.inner = inner;
    }

    /** The failures, in order. */
    public List<SQLException> failures() {
        return List.copyOf(failures);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Interception interception = call -> {
            Object result = watched(call);
            return result instanceof Statement statement ? watch(statement) : result;
        };
        return interception.around(Connection.class, inner.getConnection());
    }

    private Object watch(Statement statement) {
        Interception interception = this::watched;
        return statement instanceof PreparedStatement
                ? interception.around(PreparedStatement.class, statement)
                : interception.around(Statement.class, statement);
    }

    private @Nullable Object watched(Call call) throws Throwable {
        try {
            return call.proceed();
        } catch (SQLException failure) {
            failures.add(failure);
            throw failure;
        }
    }
}
