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
 * Every act on one table, once: what is taken is refused to others, lasts as long as was asked for, and ends.
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
        ForeignTable acts = ForeignTable.open(connection, database, table, Optional.of("node"), false);
        acts.dryRun(connection);
        assertThat(acts.list(connection).rows())
                .as("what a rehearsal leaves behind")
                .isEmpty();

        assertThat(acts.acquire(connection, claim(acts, MINE))).isEmpty();
        assertThat(acts.acquire(connection, claim(acts, MINE))).as("a repeat").isEmpty();
        Busy refused = acts.acquire(connection, claim(acts, OTHERS)).orElseThrow();
        LockRow row = refused.row().orElseThrow();
        assertThat(Micros.toInstant(row.times().expires()))
                .as("its end, lease and grace and a little from now")
                .isBetween(
                        Micros.toInstant(refused.now()).plusSeconds(98),
                        Micros.toInstant(refused.now()).plusSeconds(103));

        Grant mine = new Grant(KEY, 1, MINE);
        Grant others = new Grant(KEY, 1, OTHERS);
        assertThat(acts.check(connection, mine)).isTrue();
        assertThat(acts.check(connection, others)).isFalse();
        assertThat(acts.renew(connection, List.of(mine, others), TERMS)).containsExactly(MINE);
        assertThat(acts.prolong(connection, mine, Duration.ofMinutes(10))).isTrue();
        assertThat(acts.prolong(connection, others, Duration.ofMinutes(10))).isFalse();
        assertThat(acts.findByRequest(connection, MINE).rows()).hasSize(1);
        assertThat(acts.list(connection).rows()).hasSize(1);

        assertThat(acts.release(connection, others)).isFalse();
        assertThat(acts.release(connection, mine)).isTrue();
        assertThat(acquireSoon(acts)).isEmpty();
        assertThat(acts.check(connection, others)).isTrue();
        assertTooLate(acts, table);
    }

    /** A release may count from the next tick of a coarse clock on only, so whoever comes within the same asks again. */
    private Optional<Busy> acquireSoon(ForeignTable acts) throws SQLException {
        Optional<Busy> refused = acts.acquire(connection, claim(acts, OTHERS));
        for (int attempt = 0; refused.isPresent() && attempt < 1_000; attempt++) {
            refused = acts.acquire(connection, claim(acts, OTHERS));
        }
        return refused;
    }

    /** Also if the claimant has the lock, whose time it cannot extend any more. */
    private void assertTooLate(ForeignTable acts, LockTable table) throws SQLException {
        assertTooLate(acts, table, OTHERS);
        acts.release(connection, new Grant(KEY, 1, OTHERS));
        assertTooLate(acts, table, MINE);
    }

    private void assertTooLate(ForeignTable acts, LockTable table, String requestId) throws SQLException {
        Claim late = new Claim(KEY, requestId, TERMS, Duration.ZERO, "node", acts.now(connection) - 1_000_000);
        assertThat(acts.acquire(connection, late))
                .as("a claim that comes too late, on " + table.table())
                .isPresent();
    }

    private Claim claim(ForeignTable acts, String requestId) throws SQLException {
        return new Claim(KEY, requestId, TERMS, Duration.ZERO, "node", acts.now(connection) + 60_000_000);
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
