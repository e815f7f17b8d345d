package io.rowlock.testkit.source;

import io.rowlock.testkit.source.Interception.Call;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes down what is sent through connections, before it is sent. A batch is one entry.
 *
 * @param book where to
 */
record StatementLog(Consumer<String> book) {

    Connection watch(Connection connection, Runnable onClose) {
        Interception interception = call -> answer(call, onClose);
        return interception.around(Connection.class, connection);
    }

    private @Nullable Object answer(Call call, Runnable onClose) throws Throwable {
        switch (call.method().getName()) {
            case "close", "abort" -> onClose.run();
            case "commit", "rollback" -> book.accept(call.method().getName());
            default -> {
                // Nothing is sent yet.
            }
        }
        Object result = call.proceed();
        return result instanceof Statement statement ? watch(statement, call.text()) : result;
    }

    private Object watch(Statement statement, @Nullable String prepared) {
        Interception interception = call -> {
            if (call.method().getName().startsWith("execute")) {
                String sql = call.text() == null ? prepared : call.text();
                if (!isAboutTheSession(sql)) {
                    book.accept(sql == null ? "batch" : sql);
                }
            }
            return call.proceed();
        };
        return interception.around(type(statement), statement);
    }

    /**
     * Whether a statement asks for the settings of its session, as drivers do when they are asked for the isolation level.
     * Theirs are not seen here either.
     */
    static boolean isAboutTheSession(@Nullable String sql) {
        return sql != null && sql.startsWith("SELECT @@session.");
    }

    private static Class<? extends Statement> type(Statement statement) {
        if (statement instanceof CallableStatement) {
            return CallableStatement.class;
        }
        return statement instanceof PreparedStatement ? PreparedStatement.class : Statement.class;
    }
}
