package io.rowlock.engines.mysql;

import io.rowlock.testkit.guard.Evidence;
import io.rowlock.testkit.sql.Journal.Entry;
import io.rowlock.testkit.sql.PlainSql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;

/**
 * Entries that have nothing in common with each other: a counter that all of them raise, as on one server, would be certified
 * too, and make up for a guard that does not write. Instead, the new holder looks up the entries under the token
 * that is over, on connections that wait for all that was committed before. An entry that is there in the end and was not seen then
 * was committed after the grant.
 */
final class GaleraEntries implements Evidence {

    private final DataSource waiting;
    private final String name;
    private final Map<Long, Set<Long>> seen = new HashMap<>();

    private GaleraEntries(DataSource waiting, String name) {
        this.waiting = waiting;
        this.name = name;
    }

    static void createTable(PlainSql sql) {
        sql.run(
                "CREATE TABLE IF NOT EXISTS race_entry (id BIGINT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(100) NOT NULL,"
                        + " token BIGINT NOT NULL, INDEX (name, token))");
    }

    static GaleraEntries of(DataSource waiting, String name) {
        return new GaleraEntries(waiting, name);
    }

    @Override
    public void write(Connection transaction, long token) throws SQLException {
        try (PreparedStatement statement =
                transaction.prepareStatement("INSERT INTO race_entry (name, token) VALUES (?, ?)")) {
            statement.setString(1, name);
            statement.setLong(2, token);
            statement.executeUpdate();
        }
    }

    @Override
    public void taken(long token) throws SQLException {
        Set<Long> ids = new HashSet<>();
        entries("token = ?", token).forEach(entry -> ids.add(entry.number()));
        seen.put(token, ids);
    }

    @Override
    public List<Entry> stale() throws SQLException {
        return entries("token > ?", 0).stream()
                .filter(entry -> seen.containsKey(entry.token()))
                .filter(entry -> !seen.get(entry.token()).contains(entry.number()))
                .toList();
    }

    private List<Entry> entries(String which, long token) throws SQLException {
        try (Connection connection = waiting.getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("SELECT id, token FROM race_entry WHERE name = ? AND " + which)) {
            statement.setString(1, name);
            statement.setLong(2, token);
            try (ResultSet rows = statement.executeQuery()) {
                List<Entry> entries = new ArrayList<>();
                while (rows.next()) {
                    entries.add(new Entry(rows.getLong(1), rows.getLong(2)));
                }
                return entries;
            }
        }
    }
}
