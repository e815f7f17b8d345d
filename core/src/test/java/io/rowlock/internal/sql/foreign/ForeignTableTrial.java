package io.rowlock.internal.sql.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Database;
import io.rowlock.LockKey;
import io.rowlock.internal.store.AcquireResult.Busy;
import io.rowlock.internal.store.Claim;
import io.rowlock.internal.store.Grant;
import io.rowlock.internal.store.LockRow;
import io.rowlock.internal.time.Micros;
import io.rowlock.internal.time.Terms;
import io.rowlock.table.LockTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Every operation on one table, once: a lock that is taken is busy to others, lasts as long as was asked for, and ends.
 *
 * @param connection to a stand-in
 * @param database the database that it stands in for
 * @param types the database's words for the types of the tables
 */
record ForeignTableTrial(Connection connection, Database database, Map<String, String> types) {
    private static final LockKey KEY = LockKey.of("Order:1");
    private static final Terms TERMS = new Terms(Duration.ofSeconds(90), Duration.ofSeconds(10));
    private static final String MINE = "0123456789abcdef0123456789abcdef";
    private static final String OTHERS = "fedcba9876543210fedcba9876543210";

    static final Map<LockTable, String> TABLES = Map.of(
            LockTable.distLock(), "name {text} PRIMARY KEY, owner {text}, expiry {time}",
            LockTable.locks(), "type {text}, id {text}, lockid {text}, expiration_time {time}, PRIMARY KEY (type, id)",
            LockTable.pessimisticLock(),
                    "LOCK_NAME {text} PRIMARY KEY, LOCK_TIME {seconds} NOT NULL, LOCK_HOLDER {text} NOT NULL,"
                            + " EXPIRED_TIME {seconds} NOT NULL, LOCK_STATUS {status} DEFAULT 0 NOT NULL",
            LockTable.shedlock(),
                    "name {text} PRIMARY KEY, lock_until {time} NOT NULL, locked_at {time} NOT NULL, locked_by {text} NOT NULL",
            LockTable.springIntegration(),
                    "LOCK_KEY {text} NOT NULL, REGION {text} NOT NULL, CLIENT_ID {text}, CREATED_DATE {time} NOT NULL,"
                            + " EXPIRED_AFTER {time} NOT NULL, PRIMARY KEY (LOCK_KEY, REGION)");

    void of(LockTable table) throws SQLException {
        create(table);
        ForeignTable operations = ForeignTable.open(connection, database, table, Optional.of("node"), false);
        operations.dryRun(connection);
        assertThat(operations.list(connection).rows())
                .as("rows after a dry run")
                .isEmpty();

        assertThat(operations.acquire(connection, claim(operations, MINE))).isEmpty();
        assertThat(operations.acquire(connection, claim(operations, MINE)))
                .as("a repeat")
                .isEmpty();
        Busy busy = operations.acquire(connection, claim(operations, OTHERS)).orElseThrow();
        LockRow row = busy.row().orElseThrow();
        assertThat(Micros.toInstant(row.times().expires()))
                .as("its end, lease and grace and a little from now")
                .isBetween(
                        Micros.toInstant(busy.now()).plusSeconds(98),
                        Micros.toInstant(busy.now()).plusSeconds(103));

        Grant mine = new Grant(KEY, 1, MINE);
        Grant others = new Grant(KEY, 1, OTHERS);
        assertThat(operations.check(connection, mine)).isTrue();
        assertThat(operations.check(connection, others)).isFalse();
        assertThat(operations.renew(connection, List.of(mine, others), TERMS)).containsExactly(MINE);
        assertThat(operations.prolong(connection, mine, Duration.ofMinutes(10))).isTrue();
        assertThat(operations.prolong(connection, others, Duration.ofMinutes(10)))
                .isFalse();
        assertThat(operations.findByRequest(connection, MINE).rows()).hasSize(1);
        assertThat(operations.list(connection).rows()).hasSize(1);

        assertThat(operations.release(connection, others)).isFalse();
        assertThat(operations.release(connection, mine)).isTrue();
        assertThat(acquireSoon(operations)).isEmpty();
        assertThat(operations.check(connection, others)).isTrue();
        assertTooLate(operations, table);
    }

    /** A release may count from the next tick of a coarse clock on only, so a claim within the same tick is repeated. */
    private Optional<Busy> acquireSoon(ForeignTable operations) throws SQLException {
        Optional<Busy> busy = operations.acquire(connection, claim(operations, OTHERS));
        for (int attempt = 0; busy.isPresent() && attempt < 1_000; attempt++) {
            busy = operations.acquire(connection, claim(operations, OTHERS));
        }
        return busy;
    }

    /** Also if the claimant has the lock, whose time it cannot extend any more. */
    private void assertTooLate(ForeignTable operations, LockTable table) throws SQLException {
        assertTooLate(operations, table, OTHERS);
        operations.release(connection, new Grant(KEY, 1, OTHERS));
        assertTooLate(operations, table, MINE);
    }

    private void assertTooLate(ForeignTable operations, LockTable table, String requestId) throws SQLException {
        Claim late = new Claim(KEY, requestId, TERMS, Duration.ZERO, "node", operations.now(connection) - 1_000_000);
        assertThat(operations.acquire(connection, late))
                .as("a claim that comes too late, on " + table.table())
                .isPresent();
    }

    private Claim claim(ForeignTable operations, String requestId) throws SQLException {
        return new Claim(KEY, requestId, TERMS, Duration.ZERO, "node", operations.now(connection) + 60_000_000);
    }

    private void create(LockTable table) throws SQLException {
        String columns = TABLES.get(table);
        for (Map.Entry<String, String> type : types.entrySet()) {
            columns = columns.replace("{" + type.getKey() + "}", type.getValue());
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + table.table() + " (" + columns + ")");
        }
    }
}
