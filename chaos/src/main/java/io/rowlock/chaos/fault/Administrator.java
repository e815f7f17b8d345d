package io.rowlock.chaos.fault;

import io.rowlock.engines.server.ServerEngine;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A connection of the database's administrator, on the direct way that no fault breaks. For one thread. */
public final class Administrator implements AutoCloseable {
    private final Connection connection;

    private Administrator(Connection connection) {
        this.connection = connection;
    }

    public static Administrator of(ServerEngine engine) {
        try {
            return new Administrator(engine.administratorDataSource().getConnection());
        } catch (SQLException e) {
            throw new IllegalStateException("the administrator cannot connect: " + e.getMessage(), e);
        }
    }

    void run(String... statements) {
        for (String sql : statements) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            } catch (SQLException e) {
                throw new IllegalStateException(sql + " failed: " + e.getMessage(), e);
            }
        }
    }

    /** Runs a statement that may fail: the table may be busy for too long, or the work may be done already. */
    public boolean attempt(String sql) {
        try {
            run(sql);
            return true;
        } catch (IllegalStateException failed) {
            return false;
        }
    }

    /** One column of all rows. */
    public List<String> texts(String query, int column) {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> texts = new ArrayList<>();
            while (rows.next()) {
                texts.add(rows.getString(column));
            }
            return texts;
        } catch (SQLException e) {
            throw new IllegalStateException(query + " failed: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException broken) {
            // The server has noticed by itself.
        }
    }
}
