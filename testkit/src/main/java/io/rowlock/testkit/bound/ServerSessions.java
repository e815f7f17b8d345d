package io.rowlock.testkit.bound;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Database;
import io.rowlock.testkit.fixture.ContractFixture;
import io.rowlock.testkit.source.LentDataSource;
import io.rowlock.testkit.sql.PlainSql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The sessions of some connections, as their server knows them and ends them. */
final class ServerSessions {

    private static final int NO_SUCH_THREAD = 1094;

    private final Database database;
    private final PlainSql sql;
    private final List<Long> ids = new CopyOnWriteArrayList<>();
    private final LentDataSource source;

    ServerSessions(ContractFixture fixture) {
        database = fixture.database();
        sql = fixture.sql();
        source = fixture.lent(connection -> ids.add(id(connection)));
    }

    /** Lends connections whose sessions are known from then on. */
    LentDataSource source() {
        return source;
    }

    /** Has the server end all of them; those that have ended already are passed over. */
    void end() {
        ids.forEach(this::end);
    }

    private void end(long id) {
        switch (database) {
            case H2 -> sql.succeeds("SELECT COUNT(ABORT_SESSION(" + id + "))");
            case POSTGRESQL -> sql.succeeds("SELECT count(pg_terminate_backend(" + id + "))");
            case MYSQL, MARIADB -> kill(id);
            case ORACLE, SQL_SERVER -> throw noEngine();
        }
    }

    private IllegalStateException noEngine() {
        return new IllegalStateException("there is no engine for " + database);
    }

    private void kill(long id) {
        try {
            sql.run("KILL " + id);
        } catch (IllegalStateException endedAlready) {
            assertThat(endedAlready)
                    .cause()
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            told -> assertThat(told.getErrorCode()).isEqualTo(NO_SUCH_THREAD));
        }
    }

    private long id(Connection connection) throws SQLException {
        String query = switch (database) {
            case H2 -> "SELECT SESSION_ID()";
            case POSTGRESQL -> "SELECT pg_backend_pid()";
            case MYSQL, MARIADB -> "SELECT CONNECTION_ID()";
            case ORACLE, SQL_SERVER -> throw noEngine();
        };
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
