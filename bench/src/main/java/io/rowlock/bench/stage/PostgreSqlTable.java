package io.rowlock.bench.stage;

import io.rowlock.engines.Engines;
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
public record PostgreSqlTable(Stage stage, String name) {

    public static boolean servesOn(Stage stage) {
        return stage.engine().equals(Engines.postgres());
    }

    public void drop() throws SQLException {
        run("drop table if exists " + name + " cascade");
    }

    /** Adds rows of locks that were never taken. */
    public void fill(int rows) throws SQLException {
        run("insert into %s (name, slot, token) select 'row-' || number, 0, 1 from generate_series(1, %d) number"
                .formatted(name, rows));
        run("vacuum analyze " + name);
    }

    /** Does for the whole database, its own tables among them, what PostgreSQL would do by itself within a minute. */
    public void analyzeAll() throws SQLException {
        run("vacuum analyze");
    }

    /** The rows alone. */
    public double kibibytes() throws SQLException {
        return kibibytes("pg_relation_size");
    }

    /** With the index, and with what PostgreSQL notes of free space and of visibility. */
    public double wholeKibibytes() throws SQLException {
        return kibibytes("pg_total_relation_size");
    }

    private double kibibytes(String measure) throws SQLException {
        try (Connection connection = stage.engine().dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet size = statement.executeQuery("select %s('%s')".formatted(measure, name))) {
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
