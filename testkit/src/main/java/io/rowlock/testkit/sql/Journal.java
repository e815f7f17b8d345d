package io.rowlock.testkit.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * Entries that are numbered in the order in which their transactions commit: each raises one counter, whose row stays
 * locked until the transaction's end, and writes its number beside the token under which it was made. A stale holder
 * that committed after a later grant had written shows as a token that is smaller than the one before it.
 *
 * @param name which journal
 */
public record Journal(String name) {

    /**
     * One entry.
     *
     * @param number its place in the order of commits
     * @param token the token of the hold under which it was made
     */
    public record Entry(long number, long token) {}

    /**
     * Makes an empty journal, and what it needs.
     *
     * @param dataSource where
     * @param name which
     * @return the journal
     * @throws SQLException when it cannot be made
     */
    public static synchronized Journal create(DataSource dataSource, String name) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS journal (name VARCHAR(100) PRIMARY KEY, n BIGINT NOT NULL)");
            statement.execute("CREATE TABLE IF NOT EXISTS journal_entry (name VARCHAR(100) NOT NULL, n BIGINT NOT NULL,"
                    + " token BIGINT NOT NULL, PRIMARY KEY (name, n))");
            update(connection, "INSERT INTO journal (name, n) VALUES (?, 0)", name);
        }
        return new Journal(name);
    }

    /**
     * Writes an entry in the caller's transaction.
     *
     * @param connection the transaction's
     * @param token under which token
     * @throws SQLException when the database fails
     */
    public void write(Connection connection, long token) throws SQLException {
        update(connection, "UPDATE journal SET n = n + 1 WHERE name = ?", name);
        update(
                connection,
                "INSERT INTO journal_entry (name, n, token) SELECT name, n, " + token + " FROM journal WHERE name = ?",
                name);
    }

    /**
     * How many entries a transaction sees.
     *
     * @param connection the transaction's
     * @return their number
     * @throws SQLException when the database fails
     */
    public long entriesSeenBy(Connection connection) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT COUNT(*) FROM journal_entry WHERE name = ?")) {
            statement.setString(1, name);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    /**
     * The committed entries, in that order.
     *
     * @param dataSource where
     * @return the entries
     * @throws SQLException when the database fails
     */
    public List<Entry> entries(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("SELECT n, token FROM journal_entry WHERE name = ? ORDER BY n")) {
            statement.setString(1, name);
            try (ResultSet rows = statement.executeQuery()) {
                List<Entry> entries = new ArrayList<>();
                while (rows.next()) {
                    entries.add(new Entry(rows.getLong(1), rows.getLong(2)));
                }
                return entries;
            }
        }
    }

    /**
     * The entries that a stale holder committed after a later grant had written.
     *
     * @param dataSource where
     * @return the entries whose token is smaller than an earlier one's
     * @throws SQLException when the database fails
     */
    public List<Entry> stale(DataSource dataSource) throws SQLException {
        List<Entry> stale = new ArrayList<>();
        long newest = Long.MIN_VALUE;
        for (Entry entry : entries(dataSource)) {
            if (entry.token() < newest) {
                stale.add(entry);
            }
            newest = Math.max(newest, entry.token());
        }
        return stale;
    }

    private static void update(Connection connection, String sql, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, name);
            statement.executeUpdate();
        }
    }
}
