package io.rowlock.engines.postgres;

import io.rowlock.DistributedLock;
import io.rowlock.LockDefinition;
import io.rowlock.testkit.fixture.ContractFixture;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** A process that waits as Rowlock's do, by hand. */
final class RemoteWaiter implements AutoCloseable {
    private final ContractFixture fixture;
    private final LockDefinition definition;
    private final Connection connection;
    private final int arrival;
    private final String id;

    RemoteWaiter(ContractFixture fixture, DistributedLock lock, int arrival) throws SQLException {
        this.fixture = fixture;
        this.definition = lock.definition();
        this.arrival = arrival;
        id = "%032x".formatted(System.identityHashCode(this) * 31L + arrival);
        connection = fixture.testDatabase().dataSource().getConnection();
        try (Statement statement = connection.createStatement()) {
            statement.execute("LISTEN rowlock_" + id);
        }
    }

    void register() {
        fixture.sql()
                .run(
                        ("INSERT INTO %s (name, slot, kind, process, since_us, expires_us, waiters)"
                                        + " VALUES (?, ?, 'waiter', ?, ?, ?, 1)")
                                .formatted(fixture.table()),
                        definition.name(),
                        -2000 - arrival,
                        id,
                        (long) arrival,
                        Long.MAX_VALUE);
    }

    /** Takes the lock that is reserved for it, and gives it back. */
    void take() {
        hold(Duration.ZERO);
        fixture.client().lock(definition).acquire().close();
    }

    /** Has the reservation last as long as that from now. */
    void hold(Duration longer) {
        fixture.sql()
                .run(
                        "UPDATE %s SET keep_until_us = keep_until_us + ? WHERE name = ? AND keep_until_us > 0"
                                .formatted(fixture.table()),
                        longer.isZero() ? -Duration.ofHours(2).toNanos() / 1_000 : longer.toNanos() / 1_000,
                        definition.name());
    }

    long reservedUntil() {
        return fixture.sql()
                .number(
                        "SELECT keep_until_us FROM %s WHERE name = ? AND slot = ?".formatted(fixture.table()),
                        definition.name(),
                        -2000 - arrival);
    }

    /** The notifications so far: a round trip brings all that were committed before. */
    List<String> heard() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
        }
        PGNotification[] heard = connection.unwrap(PGConnection.class).getNotifications();
        return heard == null
                ? List.of()
                : Arrays.stream(heard).map(PGNotification::getParameter).toList();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
