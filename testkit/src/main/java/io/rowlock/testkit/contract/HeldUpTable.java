package io.rowlock.testkit.contract;

import io.rowlock.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.awaitility.Awaitility;

/** A table that is locked as a whole, as DDL does it: statements on it begin, and wait until this is closed. */
public final class HeldUpTable implements AutoCloseable {

    /** How long H2 holds statements up; they give up after its lock timeout, which is two seconds. */
    private static final int H2_MILLIS = 1_400;

    private final Connection connection;
    private final Database database;
    private final CompletableFuture<Boolean> altered;

    private HeldUpTable(DataSource source, Database database, String table) throws SQLException {
        connection = source.getConnection();
        this.database = database;
        altered = switch (database) {
            case H2 -> alter(source, table);
            case POSTGRESQL -> {
                connection.setAutoCommit(false);
                yield done("LOCK TABLE " + table + " IN ACCESS EXCLUSIVE MODE");
            }
            case MYSQL, MARIADB -> done("LOCK TABLES " + table + " WRITE");
            case ORACLE, SQL_SERVER -> throw new IllegalStateException("there is no engine for " + database);
        };
    }

    /** Locks the table of the test's clients. */
    static HeldUpTable of(Bench bench) throws SQLException {
        return of(bench.engine().dataSource(), bench.database(), bench.table());
    }

    /**
     * Locks a table, which has a row at least.
     *
     * @param source the way to its database
     * @param database which that is
     * @param table the table's name
     * @return what is to be closed
     */
    public static HeldUpTable of(DataSource source, Database database, String table) throws SQLException {
        return new HeldUpTable(source, database, table);
    }

    private CompletableFuture<Boolean> done(String sql) throws SQLException {
        run(sql);
        return CompletableFuture.completedFuture(true);
    }

    /** A check constraint that takes long to look at the first row, and then fails: H2 has no statement to lock a table. */
    private CompletableFuture<Boolean> alter(DataSource source, String table) throws SQLException {
        run("CREATE ALIAS IF NOT EXISTS nap FOR \"java.lang.Thread.sleep(long)\"");
        String constraint = "c_" + table.substring(table.lastIndexOf('.') + 1);
        String add = "ALTER TABLE " + table + " ADD CONSTRAINT " + constraint + " CHECK (nap(" + H2_MILLIS
                + ") IS NOT NULL)";
        CompletableFuture<Boolean> failed = CompletableFuture.supplyAsync(
                () -> {
                    try {
                        run(add);
                        return false;
                    } catch (SQLException violated) {
                        return true;
                    }
                },
                task -> new Thread(task, "alter").start());
        Awaitility.await()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> isLocked(source, table));
        return failed;
    }

    private static boolean isLocked(DataSource source, String table) throws SQLException {
        String look =
                "SELECT COUNT(*) FROM information_schema.locks WHERE lock_type = 'WRITE' AND LOWER(table_name) = LOWER(?)";
        try (Connection own = source.getConnection();
                PreparedStatement statement = own.prepareStatement(look)) {
            statement.setString(1, table.substring(table.lastIndexOf('.') + 1));
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getInt(1) > 0;
            }
        }
    }

    private void run(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Lets the statements go on. */
    @Override
    public void close() throws SQLException {
        try (connection) {
            if (!altered.join()) {
                throw new AssertionError("the table was changed, and was to be locked only");
            }
            if (database == Database.POSTGRESQL) {
                connection.rollback();
            } else if (database != Database.H2) {
                run("UNLOCK TABLES");
            }
        }
    }
}
