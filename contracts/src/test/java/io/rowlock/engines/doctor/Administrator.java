package io.rowlock.engines.doctor;

import io.rowlock.engines.server.Engine;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Changes a server's settings as its administrator, and changes them back.
 *
 * @param url the server's test database
 */
record Administrator(String url) {

    static Administrator of(Engine engine) {
        return new Administrator(engine.jdbcUrl());
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url, "keeper", "keeper");
    }

    void run(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    String text(String query) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        }
    }

    /** Runs the first statement, then the test, then the other statement in any case. */
    void during(String change, String changeBack, Check check) throws Exception {
        run(change);
        try {
            check.run();
        } finally {
            run(changeBack);
        }
    }

    interface Check {
        void run() throws Exception;
    }
}
