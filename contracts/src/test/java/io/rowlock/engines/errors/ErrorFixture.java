package io.rowlock.engines.errors;

import io.rowlock.Database;
import io.rowlock.engines.server.Account;
import io.rowlock.engines.server.Engine;
import io.rowlock.engines.server.UrlDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** Statements of users and administrators, and names as the messages have them. */
final class ErrorFixture {
    private ErrorFixture() {}

    static boolean isInnoDb(Engine engine) {
        return engine.product() == Database.MYSQL || engine.product() == Database.MARIADB;
    }

    /** A table with the schema in which the engine finds it. */
    static String located(Engine engine, String table) {
        return switch (engine.product()) {
            case POSTGRESQL -> "\"public\"." + table;
            case MYSQL, MARIADB -> "`rowlock`." + table;
            case H2, ORACLE, SQL_SERVER -> "\"PUBLIC\"." + table;
        };
    }

    /** The user as the server knows it. */
    static String user(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                var row = statement.executeQuery("SELECT CURRENT_USER")) {
            row.next();
            String user = row.getString(1);
            return user.endsWith("@%") ? "'" + user.replace("@%", "'@'%'") : '"' + user + '"';
        }
    }

    /** A user who sees every schema and may grant. */
    static DataSource knowing(Engine engine) {
        return isInnoDb(engine)
                ? new UrlDataSource(engine.jdbcUrl(), Account.ADMIN.user(), Account.ADMIN.password())
                : engine.dataSource();
    }

    static void run(Engine engine, String sql) throws SQLException {
        run(engine.dataSource(), sql);
    }

    static void run(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    static void runQuietly(Engine engine, String sql) {
        try {
            run(engine, sql);
        } catch (SQLException notThere) {
            // There is no view for every table.
            return;
        }
    }
}
