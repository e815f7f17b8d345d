package io.rowlock.chaos.worker;

import io.rowlock.LockSchema;
import io.rowlock.chaos.client.Fences;
import io.rowlock.chaos.history.LedgerEntry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * Rows that guarded and fenced transactions leave. Each raises the number of its lock first, and so holds that row to its
 * end: the numbers are the order of the commits.
 */
public final class Ledger {
    private static final String ENTRY = """
            INSERT INTO chaos_entry (kind, lock_name, n, token, process, id)
            SELECT kind, lock_name, n, %d, '%s', %d FROM chaos_counter WHERE kind = ? AND lock_name = ?""";

    private Ledger() {}

    /** Makes the tables, with a number for each lock; what an earlier run left goes. */
    public static void create(DataSource database, List<String> locks) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS chaos_counter");
            statement.execute("DROP TABLE IF EXISTS chaos_entry");
            statement.execute("DROP TABLE IF EXISTS " + Fences.TABLE);
            statement.execute("DROP VIEW IF EXISTS " + LockSchema.DEFAULT_TABLE + "_status");
            statement.execute("DROP TABLE IF EXISTS " + LockSchema.DEFAULT_TABLE);
            statement.execute("CREATE TABLE chaos_counter (kind VARCHAR(10) NOT NULL, lock_name VARCHAR(100) NOT NULL,"
                    + " n BIGINT NOT NULL, PRIMARY KEY (kind, lock_name))");
            statement.execute("CREATE TABLE chaos_entry (kind VARCHAR(10) NOT NULL, lock_name VARCHAR(100) NOT NULL,"
                    + " n BIGINT NOT NULL, token BIGINT NOT NULL, process VARCHAR(50) NOT NULL, id BIGINT NOT NULL)");
            for (String lock : locks) {
                statement.execute(
                        "INSERT INTO chaos_counter (kind, lock_name, n) VALUES ('guarded', '%s', 0)".formatted(lock));
                statement.execute(
                        "INSERT INTO chaos_counter (kind, lock_name, n) VALUES ('fenced', '%s', 0)".formatted(lock));
            }
        }
    }

    /** Leaves a row, in the caller's transaction. */
    static void write(Connection connection, String kind, String lock, long token, String process, long id)
            throws SQLException {
        run(connection, "UPDATE chaos_counter SET n = n + 1 WHERE kind = ? AND lock_name = ?", kind, lock);
        run(connection, ENTRY.formatted(token, process, id), kind, lock);
    }

    private static void run(Connection connection, String sql, String kind, String lock) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, kind);
            statement.setString(2, lock);
            if (statement.executeUpdate() != 1) {
                throw new IllegalStateException("the ledger has no row for " + lock);
            }
        }
    }

    /** All rows, in the order of the commits of each lock. */
    public static List<LedgerEntry> read(DataSource database) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT kind, lock_name, n, token, process, id FROM chaos_entry ORDER BY kind, lock_name, n")) {
            List<LedgerEntry> entries = new ArrayList<>();
            while (rows.next()) {
                entries.add(new LedgerEntry(
                        rows.getString(1).equals("fenced"),
                        rows.getString(2),
                        rows.getLong(3),
                        rows.getLong(4),
                        rows.getString(5),
                        rows.getLong(6)));
            }
            return entries;
        }
    }
}
