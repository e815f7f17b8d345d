package io.rowlock.engines.facts;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The facts about clocks and time zones on which Rowlock's statements rely, on MySQL and MariaDB alike. */
abstract class MySqlFamilyClockFacts extends MySqlFamilyDatabase {
    private static final String CLOCK = "SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";

    @Test
    void utcTimestampIsThatOfTheStatementsStart() throws SQLException {
        String during = "SELECT TIMESTAMPDIFF(MICROSECOND, started, UTC_TIMESTAMP(6))"
                + " FROM (SELECT UTC_TIMESTAMP(6) AS started, SLEEP(0.05) AS slept) AS once";
        assertThat(number(open(), during)).isZero();
    }

    @Test
    void sysdateGoesOnDuringAStatement() throws SQLException {
        String during =
                "SELECT TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6)) FROM (SELECT SLEEP(0.05) AS slept) AS once";
        assertThat(number(open(), during)).isGreaterThanOrEqualTo(50_000);
    }

    /** In each form in which Rowlock compares the latest time of a claim. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE fact_lock SET holder = 'late' WHERE name = 'a' AND slot = 0 AND %s",
                """
                UPDATE (SELECT l.name, l.slot FROM fact_lock l FORCE INDEX (PRIMARY)
                        WHERE l.name = 'a' AND l.slot = 0 AND %s LIMIT 1 FOR UPDATE SKIP LOCKED) free
                STRAIGHT_JOIN fact_lock r FORCE INDEX (PRIMARY) ON r.name = free.name AND r.slot = free.slot
                SET r.holder = 'late'""",
                "INSERT IGNORE INTO fact_lock (name, holder) SELECT 'new', 'late' FROM DUAL WHERE %s",
                """
                INSERT IGNORE INTO fact_lock (name, holder)
                SELECT j.name, 'late' FROM JSON_TABLE('["x", "y"]', '$[*]' COLUMNS (name VARCHAR(9) PATH '$')) j
                WHERE %s"""
            })
    void sysdateIsAskedAfterTheWaitForATableThatIsLocked(String form) throws Exception {
        insert("a");
        Connection holder = open();
        execute(holder, "LOCK TABLES fact_lock WRITE");
        String condition = "TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6)) < 200000";
        Connection claimant = open();
        CompletableFuture<Integer> changed = CompletableFuture.supplyAsync(() -> {
            try {
                return update(claimant, form.formatted(condition));
            } catch (SQLException failure) {
                throw new CompletionException(failure);
            }
        });
        number(holder, "SELECT SLEEP(0.5)");
        assertThat(changed).isNotDone();
        execute(holder, "UNLOCK TABLES");
        assertThat(changed.get()).isZero();
        assertThat(update(claimant, form.formatted(condition)))
                .as("not held up")
                .isPositive();
    }

    @Test
    void utcTimestampMovesFromStatementToStatementInsideATransaction() throws SQLException {
        assertMoves(begin());
    }

    @Test
    void utcTimestampMovesFromStatementToStatementInAutocommit() throws SQLException {
        assertMoves(open());
    }

    private static void assertMoves(Connection session) throws SQLException {
        long first = number(session, CLOCK);
        number(session, "SELECT SLEEP(0.01)");
        assertThat(number(session, CLOCK)).isGreaterThanOrEqualTo(first + 10_000);
    }

    @Test
    void theSessionsTimeZoneDoesNotMoveUtcTimestamp() throws SQLException {
        assertZoneDoesNotMatter(CLOCK, "SET time_zone = '+13:00'", "SET time_zone = '-11:00'");
    }

    @Test
    void theSessionsTimeZoneMovesNow() throws SQLException {
        String local = "SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', NOW(6))";
        Connection session = open();
        execute(session, "SET time_zone = '-11:00'");
        long west = number(session, local);
        execute(session, "SET time_zone = '+13:00'");
        assertThat(number(session, local) - west).isGreaterThanOrEqualTo(24 * 3_600_000_000L);
    }
}
