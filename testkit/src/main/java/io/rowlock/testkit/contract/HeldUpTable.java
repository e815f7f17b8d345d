package io.rowlock.testkit.contract;

import io.rowlock.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;

/** A table that is locked as a whole, as DDL does it: statements on it begin, and wait until this is closed. */
final class HeldUpTable implements AutoCloseable {

    /** How long H2 holds statements up; they give up after its lock timeout, which is two seconds. */
    private static final int H2_MILLIS = 1_400;

    private final Connection connection;
    private final Database database;
    private final CompletableFuture<Boolean> altered;

    private HeldUpTable(Bench bench, Connection connection) throws SQLException {
        this.connection = connection;
        database = bench.database();
        altered = switch (database) {
            case H2 -> alter(bench);
            case POSTGRESQL -> {
                connection.setAutoCommit(false);
                yield done("LOCK TABLE " + bench.table() + " IN ACCESS EXCLUSIVE MODE");
            }
            case MYSQL, MARIADB -> done("LOCK TABLES " + bench.table() + " WRITE");
            case ORACLE, SQL_SERVER -> throw new IllegalStateException("there is no engine for " + database);
        };
    }

    /** Locks the table of the test's clients. */
    static HeldUpTable of(Bench bench) throws SQLException {
        return new HeldUpTable(bench, bench.engine().dataSource().getConnection());
    }

    private CompletableFuture<Boolean> done(String sql) throws SQLException {
        run(sql);
        return CompletableFuture.completedFuture(true);
    }

    /** A check constraint that takes long to look at the first row, and then fails: H2 has no statement to lock a table. */
    private CompletableFuture<Boolean> alter(Bench bench) throws SQLException {
        run("CREATE ALIAS IF NOT EXISTS nap FOR \"java.lang.Thread.sleep(long)\"");
        String add = "ALTER TABLE " + bench.table() + " ADD CONSTRAINT c_" + bench.table() + " CHECK (nap(" + H2_MILLIS
                + ") IS NOT NULL)";
        CompletableFuture<Boolean> failed = bench.crew().async(() -> {
            try {
                run(add);
                return false;
            } catch (SQLException violated) {
                return true;
            }
        });
        bench.await()
                .until(() -> bench.sql()
                                .number(
                                        "SELECT COUNT(*) FROM information_schema.locks WHERE lock_type = 'WRITE'"
                                                + " AND LOWER(table_name) = LOWER(?)",
                                        bench.table())
                        > 0);
        return failed;
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
