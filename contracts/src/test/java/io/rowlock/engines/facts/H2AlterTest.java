package io.rowlock.engines.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.engines.Engines;
import io.rowlock.engines.server.Engine;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A defect of H2's, seen in 2.5.252, and in memory in 2.3.232 too. {@code ALTER TABLE} copies the table, drops it and renames
 * the copy when a column comes, goes or changes its type. H2 commits each of these steps apart, with autocommit off too, and a
 * commit gives up the lock of the table. An update that waited for that lock then changes the old table, is confirmed, and is
 * dropped with it. When this test fails, H2 has fixed it, and the chaos harness can add and drop columns there, too.
 */
class H2AlterTest {
    private static final int WRITERS = 4;
    private static final int ROUNDS = 20;
    private static final long ROUND = Duration.ofMillis(500).toNanos();
    private static final Duration BETWEEN = Duration.ofMillis(2);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private Engine engine = Engines.h2Memory();
    private long end;

    static Stream<Engine> engines() {
        return Stream.of(Engines.h2Memory(), Engines.h2File(), Engines.h2ServerInMemory());
    }

    @AfterEach
    void nothingIsLeft() throws SQLException {
        threads.shutdown();
        run("DROP TABLE IF EXISTS fact_counter");
    }

    @ParameterizedTest
    @MethodSource("engines")
    void anUpdateThatWasConfirmedCanBeGoneWhenAColumnIsAddedOrDropped(Engine tested) throws Exception {
        assertLossBeside(
                tested, "ALTER TABLE fact_counter ADD COLUMN extra INT", "ALTER TABLE fact_counter DROP COLUMN extra");
    }

    @ParameterizedTest
    @MethodSource("engines")
    void anUpdateThatWasConfirmedCanBeGoneWhenAColumnGetsAnotherType(Engine tested) throws Exception {
        assertLossBeside(
                tested,
                "ALTER TABLE fact_counter ALTER COLUMN n SET DATA TYPE NUMERIC(20)",
                "ALTER TABLE fact_counter ALTER COLUMN n SET DATA TYPE BIGINT");
    }

    @ParameterizedTest
    @MethodSource("engines")
    void noUpdateIsLostBesideChangesThatCopyNothing(Engine tested) throws Exception {
        prepare(tested);
        assertThat(lostBeside("ANALYZE TABLE fact_counter", "COMMENT ON TABLE fact_counter IS 'fact'"))
                .isZero();
    }

    private void assertLossBeside(Engine tested, String... changes) throws Exception {
        prepare(tested);
        long lost = 0;
        for (int round = 0; lost == 0 && round < ROUNDS; round++) {
            lost = lostBeside(changes);
        }
        assertThat(lost).as("increments that were confirmed and are gone").isPositive();
    }

    private void prepare(Engine tested) throws SQLException {
        engine = tested;
        run("CREATE TABLE fact_counter (id INT PRIMARY KEY, n BIGINT NOT NULL)");
        run("INSERT INTO fact_counter VALUES (1, 0)");
    }

    /** How many confirmed increments are missing after a while in which others ran these statements in turn. */
    private long lostBeside(String... changes) throws Exception {
        long before = stored();
        end = System.nanoTime() + ROUND;
        Future<?> changing = threads.submit(() -> change(changes));
        List<Callable<Long>> writers = Stream.<Callable<Long>>generate(() -> this::count)
                .limit(WRITERS)
                .toList();
        long counted = 0;
        for (Future<Long> writer : threads.invokeAll(writers)) {
            counted += writer.get();
        }
        changing.get();
        return counted - (stored() - before);
    }

    /** Always in pairs, so that the table is at the end as it was. */
    private Void change(String... changes) throws SQLException, InterruptedException {
        try (Connection connection = engine.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            while (System.nanoTime() - end < 0) {
                for (String change : changes) {
                    statement.execute(change);
                    Thread.sleep(BETWEEN.toMillis());
                }
            }
        }
        return null;
    }

    private long count() throws SQLException {
        try (Connection connection = engine.dataSource().getConnection()) {
            long counted = 0;
            while (System.nanoTime() - end < 0) {
                counted += increment(connection);
            }
            return counted;
        }
    }

    /** One or none. A statement that meets the change may fail, and is not counted. */
    private static int increment(Connection connection) {
        try (PreparedStatement read = connection.prepareStatement("SELECT n FROM fact_counter WHERE id = 1");
                PreparedStatement write =
                        connection.prepareStatement("UPDATE fact_counter SET n = ? WHERE id = 1 AND n = ?");
                ResultSet row = read.executeQuery()) {
            if (!row.next()) {
                return 0;
            }
            write.setLong(1, row.getLong(1) + 1);
            write.setLong(2, row.getLong(1));
            return write.executeUpdate();
        } catch (SQLException e) {
            return 0;
        }
    }

    private long stored() throws SQLException {
        try (Connection connection = engine.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT n FROM fact_counter")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private void run(String sql) throws SQLException {
        try (Connection connection = engine.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
