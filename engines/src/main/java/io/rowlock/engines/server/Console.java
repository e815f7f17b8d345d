package io.rowlock.engines.server;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * Where a database's administrator types statements. Each call opens a connection of its own.
 *
 * @param dataSource opens the administrator's connections
 */
public record Console(DataSource dataSource) {

    public static Console at(String url) {
        return new Console(new UrlDataSource(url, Account.ADMIN.user(), Account.ADMIN.password()));
    }

    public void run(String... statements) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the administrator's statement failed: " + e.getMessage(), e);
        }
    }

    /** Runs a statement that may come too late, such as the end of what has ended. */
    public void attempt(String sql) {
        try {
            run(sql);
        } catch (IllegalStateException tooLate) {
            // As announced.
        }
    }

    public int number(String query) {
        return Math.toIntExact(numbers(query).get(0));
    }

    public List<Long> numbers(String query) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<Long> numbers = new ArrayList<>();
            while (rows.next()) {
                numbers.add(rows.getLong(1));
            }
            return numbers;
        } catch (SQLException e) {
            throw new IllegalStateException("the administrator's query failed: " + e.getMessage(), e);
        }
    }

    public boolean answers() {
        try (Connection connection = dataSource.getConnection()) {
            return connection.isValid(1);
        } catch (SQLException notYet) {
            return false;
        }
    }
}
