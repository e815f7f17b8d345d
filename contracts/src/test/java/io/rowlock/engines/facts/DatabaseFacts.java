package io.rowlock.engines.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.engines.server.Engine;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/**
 * The facts on which Rowlock's statements rely, tried on the database itself, without Rowlock.
 *
 * <p>That a statement does not wait for a locked row is shown without a stopwatch: the transaction that has the row
 * stays open until the statement has answered, and a statement that waits fails by its session's lock timeout.
 */
@Timeout(60)
abstract class DatabaseFacts {

    /** Takers that race for one row, and how often they do. */
    static final int TAKERS = 6;

    static final int ROUNDS = 20;

    /** Equal by some collation: case, accent, trailing blank, sharp s, composed or not, and the Kelvin sign. */
    private static final List<String> NAMES = List.of(
            "a", "A", "a ", "\u00e1", "a\u0301", "ss", "\u00df", "k", "K", "\u212a", "\ud83d\ude00", "\ud83d\ude01");

    private final List<Connection> opened = new ArrayList<>();

    /** The database that is asked. */
    abstract Engine engine();

    /** Makes the session use READ COMMITTED, and its waits for a row end in an error after two seconds. */
    abstract void prepare(Connection session) throws SQLException;

    /** Creates {@code fact_lock(name, slot, token, holder)}, with names compared as in the lock table. */
    abstract String createTable();

    @BeforeEach
    final void createFreshTable() throws SQLException {
        Connection connection = open();
        execute(connection, "DROP TABLE IF EXISTS fact_lock");
        execute(connection, createTable());
    }

    @AfterEach
    final void closeConnections() throws SQLException {
        for (Connection connection : opened) {
            connection.close();
        }
        opened.clear();
    }

    /** A connection that is closed after the test. */
    final Connection open() throws SQLException {
        Connection connection = engine().dataSource().getConnection();
        opened.add(connection);
        prepare(connection);
        return connection;
    }

    /** The same, inside a transaction that stays open. */
    final Connection begin() throws SQLException {
        Connection connection = open();
        connection.setAutoCommit(false);
        return connection;
    }

    static int execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
            return statement.getUpdateCount();
        }
    }

    static int update(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, values);
            return statement.executeUpdate();
        }
    }

    static long number(Connection connection, String sql, Object... values) throws SQLException {
        List<Long> numbers = numbers(connection, sql, values);
        assertThat(numbers).as(sql).hasSize(1);
        return numbers.get(0);
    }

    /** The first column of each row. */
    static List<Long> numbers(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, values);
            try (ResultSet rows = statement.executeQuery()) {
                List<Long> numbers = new ArrayList<>();
                while (rows.next()) {
                    numbers.add(rows.getLong(1));
                }
                return numbers;
            }
        }
    }

    private static void bind(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
    }

    /** Adds the row of a free lock. */
    final void insert(String name) throws SQLException {
        assertThat(update(open(), "INSERT INTO fact_lock (name) VALUES (?)", name))
                .isOne();
    }

    /** Adds rows of other locks, and locks them all in a transaction that stays open. */
    final void lockOthers(int rows) throws SQLException {
        Connection other = begin();
        for (int i = 0; i < rows; i++) {
            assertThat(update(other, "INSERT INTO fact_lock (name) VALUES (?)", "other-" + i))
                    .isOne();
        }
        other.commit();
        assertThat(numbers(other, "SELECT token FROM fact_lock WHERE name LIKE 'other-%' FOR UPDATE"))
                .hasSize(rows);
    }

    /** The clock, read under either zone and then under the first again, only goes forward, and not by hours. */
    final void assertZoneDoesNotMatter(String clock, String setOneZone, String setAnother) throws SQLException {
        Connection session = open();
        execute(session, setOneZone);
        long before = number(session, clock);
        execute(session, setAnother);
        long between = number(session, clock);
        execute(session, setOneZone);
        long after = number(session, clock);
        assertThat(List.of(before, between, after)).isSorted();
        assertThat(after - before).isLessThan(TimeUnit.MINUTES.toMicros(1));
    }

    /** Each of these names gets a row of its own, and is found by itself alone. */
    final void assertNamesAreTakenByteForByte() throws SQLException {
        for (String name : NAMES) {
            insert(name);
        }
        for (String name : NAMES) {
            assertThat(number(open(), "SELECT COUNT(*) FROM fact_lock WHERE name = ?", name))
                    .as("rows found by '%s'", name)
                    .isOne();
        }
    }

    final List<Connection> openAll(int sessions) throws SQLException {
        List<Connection> all = new ArrayList<>();
        for (int i = 0; i < sessions; i++) {
            all.add(open());
        }
        return all;
    }

    /** Runs the same in all sessions at once, and returns what each got. Throws what one of them throws. */
    static <T> List<T> race(List<Connection> sessions, Runner<T> runner) throws Exception {
        CyclicBarrier start = new CyclicBarrier(sessions.size());
        ExecutorService threads = Executors.newFixedThreadPool(sessions.size());
        try {
            List<Callable<T>> tasks = IntStream.range(0, sessions.size())
                    .<Callable<T>>mapToObj(i -> () -> {
                        start.await(30, TimeUnit.SECONDS);
                        return runner.run(sessions.get(i), i);
                    })
                    .toList();
            List<T> results = new ArrayList<>();
            for (Future<T> future : threads.invokeAll(tasks)) {
                results.add(future.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    /** One of several that do the same at once. */
    @FunctionalInterface
    interface Runner<T> {
        T run(Connection session, int number) throws SQLException;
    }
}
