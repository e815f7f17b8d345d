package io.rowlock.engines.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.engines.Engines;
import io.rowlock.engines.server.ServerEngine;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A defect of H2's, seen in 2.5.252: {@code ABORT_SESSION} rolls a session back on the thread that aborts it, while another may
 * be committing it, and the commit is confirmed. When this test fails, H2 has fixed it, and the chaos harness
 * can end H2's connections, too.
 */
@Tag("long")
class H2AbortTest {

    private static final ServerEngine ENGINE = Engines.h2ServerInMemory();
    private static final int WRITERS = 8;
    private static final int ABORTS = 1_000;
    private static final Duration BETWEEN = Duration.ofMillis(20);

    private final AtomicLong numbers = new AtomicLong();
    private final Set<Long> confirmed = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    @Test
    void aCommitThatWasConfirmedCanBeGoneWhenItsSessionWasAborted() throws Exception {
        // Never dropped: an aborted session may keep its lock of the table. It goes with the server.
        run("CREATE TABLE fact_commit (id BIGINT PRIMARY KEY)");
        List<Thread> writers =
                Stream.generate(() -> new Thread(this::write)).limit(WRITERS).toList();
        writers.forEach(Thread::start);
        for (int i = 0; i < ABORTS; i++) {
            Thread.sleep(BETWEEN.toMillis());
            ENGINE.killConnections();
        }
        stopped = true;
        for (Thread writer : writers) {
            writer.join();
        }
        Set<Long> lost = new HashSet<>(confirmed);
        lost.removeAll(stored());
        assertThat(lost).as("what was committed and is gone").isNotEmpty();
    }

    private void write() {
        while (!stopped) {
            try (Connection connection = ENGINE.dataSource().getConnection()) {
                writeTo(connection);
            } catch (SQLException e) {
                // Aborted, as it should be; the next connection goes on.
            }
        }
    }

    private void writeTo(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO fact_commit VALUES (?)")) {
            while (!stopped) {
                long number = numbers.incrementAndGet();
                insert.setLong(1, number);
                insert.executeUpdate();
                connection.commit();
                confirmed.add(number);
            }
        }
    }

    private static Set<Long> stored() throws SQLException {
        Set<Long> stored = new HashSet<>();
        try (Connection connection = ENGINE.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id FROM fact_commit")) {
            while (rows.next()) {
                stored.add(rows.getLong(1));
            }
        }
        return stored;
    }

    private static void run(String sql) throws SQLException {
        try (Connection connection = ENGINE.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
