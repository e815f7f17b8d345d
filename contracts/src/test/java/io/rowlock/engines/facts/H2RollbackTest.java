package io.rowlock.engines.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.engines.Engines;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A defect of H2's, seen with a file in 2.2.224, 2.3.232, 2.4.240 and 2.5.252: while the file is written, a rollback may put
 * a row back twice, and the second time over what another transaction has committed since the first. When this test fails,
 * H2 has fixed it, and the documentation can say less.
 */
@Tag("long")
class H2RollbackTest {

    private static final int ROUNDS = 30;
    private static final long ROUND = Duration.ofSeconds(2).toNanos();

    @Test
    void aRollbackCanUndoWhatAnotherTransactionCommittedRightAfterIt() throws Exception {
        run("CREATE TABLE fact_counter (id INT PRIMARY KEY, n BIGINT NOT NULL)");
        run("INSERT INTO fact_counter VALUES (1, 0)");
        long lost = 0;
        for (int round = 0; lost == 0 && round < ROUNDS; round++) {
            run("UPDATE fact_counter SET n = 0");
            lost = counted() - stored();
        }
        assertThat(lost).as("increments that were committed and are gone").isPositive();
        run("DROP TABLE fact_counter");
    }

    /** Some count, others lock the row and roll back; how often it was counted. */
    private static long counted() throws InterruptedException, ExecutionException {
        long end = System.nanoTime() + ROUND;
        ExecutorService threads = Executors.newFixedThreadPool(6);
        List<Callable<Long>> work = IntStream.range(0, 6)
                .<Callable<Long>>mapToObj(number -> () -> number % 2 == 0 ? countUntil(end) : lockUntil(end))
                .toList();
        long counted = 0;
        for (Future<Long> each : threads.invokeAll(work)) {
            counted += each.get();
        }
        threads.shutdown();
        return counted;
    }

    private static long countUntil(long end) throws SQLException {
        try (Connection connection = Engines.h2File().dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            long counted = 0;
            while (System.nanoTime() - end < 0) {
                counted += statement.executeUpdate("UPDATE fact_counter SET n = n + 1 WHERE id = 1");
            }
            return counted;
        }
    }

    private static long lockUntil(long end) throws SQLException {
        try (Connection connection = Engines.h2File().dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            while (System.nanoTime() - end < 0) {
                statement.executeQuery("SELECT n FROM fact_counter WHERE id = 1");
                statement.executeQuery("SELECT n FROM fact_counter WHERE id = 1 FOR UPDATE");
                connection.rollback();
            }
            return 0;
        }
    }

    private static long stored() throws SQLException {
        try (Connection connection = Engines.h2File().dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT n FROM fact_counter")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private static void run(String sql) throws SQLException {
        try (Connection connection = Engines.h2File().dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
