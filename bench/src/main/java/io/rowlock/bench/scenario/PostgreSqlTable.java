package io.rowlock.bench.scenario;

import io.rowlock.testkit.engine.Engines;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A table as PostgreSQL's administrator sees it.
 *
 * @param stage where it is
 * @param name its name
 */
record PostgreSqlTable(Stage stage, String name) {

    static boolean servesOn(Stage stage) {
        return stage.engine().equals(Engines.postgres());
    }

    void drop() throws SQLException {
        run("drop table if exists " + name + " cascade");
    }

    /** Adds rows of locks that were never taken. */
    void fill(int rows) throws SQLException {
        run("insert into %s (name, slot, token) select 'row-' || number, 0, 1 from generate_series(1, %d) number"
                .formatted(name, rows));
        run("vacuum analyze " + name);
    }

    /** With its index. */
    double kibibytes() throws SQLException {
        try (Connection connection = stage.engine().dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet size = statement.executeQuery("select pg_total_relation_size('" + name + "')")) {
            size.next();
            return size.getLong(1) / 1024.0;
        }
    }

    private void run(String sql) throws SQLException {
        try (Connection connection = stage.engine().dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
