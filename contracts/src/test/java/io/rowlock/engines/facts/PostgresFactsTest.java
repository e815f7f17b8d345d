package io.rowlock.engines.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.engines.EngineExtension;
import io.rowlock.engines.Engines;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The facts on which Rowlock's statements rely, on PostgreSQL. */
class PostgresFactsTest extends PostgresDatabase {

    @RegisterExtension
    static final EngineExtension NEEDED = new EngineExtension(Engines.postgres());

    private static final String CLOCK = "SELECT (date_part('epoch', clock_timestamp()) * 1000000)::bigint";
    private static final String NOW = "SELECT (date_part('epoch', now()) * 1000000)::bigint";

    /** Waits at the gate after it has found the row, and before it locks it. */
    private static final String TAKE_VERSION = """
            UPDATE fact_lock SET token = token + 1, holder = 'me'
            WHERE ctid = (
                SELECT ctid FROM fact_lock
                WHERE name = 'a' AND slot = 0 AND holder IS NULL AND pg_advisory_xact_lock(42) IS NOT NULL
                FOR UPDATE SKIP LOCKED)
            """;

    /** Statements that the driver sends together are one transaction. */
    private static final String RELEASE_WITHOUT_WAITING = """
            SELECT set_config('lock_timeout', '1', true), set_config('synchronous_commit', 'off', true);
            UPDATE fact_lock SET holder = NULL WHERE name LIKE ?""";

    private static final String INSERT_UNLESS_THERE =
            "INSERT INTO fact_lock (name, holder) VALUES (?, ?) ON CONFLICT DO NOTHING";

    @Test
    void clockTimestampMovesInsideAnOpenTransaction() throws SQLException {
        Connection transaction = begin();
        long first = number(transaction, CLOCK);
        execute(transaction, "SELECT pg_sleep(0.01)");
        assertThat(number(transaction, CLOCK)).isGreaterThanOrEqualTo(first + 10_000);
    }

    @Test
    void nowIsFrozenAtTheStartOfTheTransaction() throws SQLException {
        Connection transaction = begin();
        long first = number(transaction, NOW);
        execute(transaction, "SELECT pg_sleep(0.01)");
        assertThat(number(transaction, NOW)).isEqualTo(first);
    }

    @Test
    void theClockMovesFromStatementToStatementInAutocommit() throws SQLException {
        Connection session = open();
        long first = number(session, CLOCK);
        execute(session, "SELECT pg_sleep(0.01)");
        assertThat(number(session, CLOCK)).isGreaterThanOrEqualTo(first + 10_000);
    }

    @Test
    void theSessionsTimeZoneDoesNotMoveTheClock() throws SQLException {
        assertZoneDoesNotMatter(CLOCK, "SET TIME ZONE 'Pacific/Kiritimati'", "SET TIME ZONE 'Pacific/Pago_Pago'");
    }

    @Test
    void namesThatDifferInCaseAccentOrTrailingBlankAreDifferentInCollationC() throws SQLException {
        assertNamesAreTakenByteForByte();
    }

    @Test
    void datePartTellsTheSameMicrosecondsAsExtract() throws SQLException {
        assertThat(numbers(open(), """
                        SELECT count(*)
                        FROM (SELECT now() + i * interval '17.654321 s' AS t FROM generate_series(1, 100000) i) x
                        WHERE (date_part('epoch', t) * 1000000)::bigint <> (extract(epoch FROM t) * 1000000)::bigint""")).containsExactly(0L);
    }

    @Test
    void aVersionThatIsYoungerThanTheStatementIsLockedButNotUpdatedByItsPlace() throws Exception {
        insert("a");
        Connection gate = closeGate();
        Connection taker = open();
        CompletableFuture<Integer> taken = CompletableFuture.supplyAsync(() -> takeVersion(taker));
        awaitStatementAt(gate);

        update(gate, RENEW, "a");
        openGate(gate);

        assertThat(taken.get()).isZero();
        assertThat(number(gate, "SELECT token FROM fact_lock WHERE name = 'a'")).isZero();
        assertThat(update(gate, TAKE_VERSION)).isOne();
    }

    private static int takeVersion(Connection session) {
        try {
            execute(session, "SET lock_timeout = 0");
            return update(session, TAKE_VERSION);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Test
    void aTakerSkipsARowThatAnotherTransactionHasLocked() throws SQLException {
        insert("a");
        Connection other = begin();
        number(other, "SELECT token FROM fact_lock WHERE name = 'a' FOR UPDATE");
        assertThat(numbers(open(), TAKE, "a", "me")).isEmpty();
    }

    @Test
    void aLockTimeoutOfOneMillisecondUndoesABatchAndEndsWithIt() throws SQLException {
        insert("a");
        insert("b");
        update(open(), "UPDATE fact_lock SET holder = 'me'");
        Connection other = begin();
        number(other, "SELECT token FROM fact_lock WHERE name = 'b' FOR UPDATE");
        Connection session = open();

        assertThatThrownBy(() -> update(session, RELEASE_WITHOUT_WAITING, "%"))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("55P03"));

        assertThat(number(session, "SELECT count(*) FROM fact_lock WHERE holder = 'me'"))
                .isEqualTo(2);
        assertSettingsAreAsBefore(session);
        other.commit();
        execute(session, RELEASE_WITHOUT_WAITING.replace("?", "'%'"));
        assertThat(number(session, "SELECT count(*) FROM fact_lock WHERE holder = 'me'"))
                .isZero();
        assertSettingsAreAsBefore(session);
    }

    private static void assertSettingsAreAsBefore(Connection session) throws SQLException {
        assertThat(number(session, "SELECT setting::bigint FROM pg_settings WHERE name = 'lock_timeout'"))
                .isEqualTo(2_000);
        assertThat(number(
                        session,
                        "SELECT count(*) FROM pg_settings WHERE name = 'synchronous_commit' AND setting = 'on'"))
                .isOne();
    }

    @Test
    void aPlainUpdateWaitsForForUpdateUntilItsLockTimeout() throws SQLException {
        insert("a");
        number(begin(), "SELECT token FROM fact_lock WHERE name = 'a' FOR UPDATE");
        Connection renewer = open();
        execute(renewer, "SET lock_timeout = '50ms'");
        assertThatThrownBy(() -> update(renewer, RENEW, "a"))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("55P03"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 300})
    void aTakerDoesNotWaitForOtherRowsThatAreLocked(int others) throws SQLException {
        insert("a");
        lockOthers(others);
        assertThat(numbers(open(), TAKE, "a", "me")).containsExactly(1L);
    }

    @Test
    void ofManyRacingTakersExactlyOneWins() throws Exception {
        List<Connection> sessions = openAll(TAKERS);
        for (int round = 0; round < ROUNDS; round++) {
            String name = "race-" + round;
            insert(name);
            List<List<Long>> tokens = race(sessions, (session, i) -> numbers(session, TAKE, name, "taker-" + i));
            assertThat(tokens.stream().flatMap(List::stream)).as(name).containsExactly(1L);
        }
    }

    @Test
    void racingInsertsOfOneNameRaiseNoErrorAndMakeOneRow() throws Exception {
        List<Connection> sessions = openAll(TAKERS);
        for (int round = 0; round < ROUNDS; round++) {
            String name = "new-" + round;
            assertThat(race(sessions, (session, i) -> update(session, INSERT_UNLESS_THERE, name, "taker-" + i)))
                    .as(name)
                    .containsOnlyOnce(1)
                    .containsOnly(0, 1);
        }
    }

    @Test
    void insertOnConflictDoNothingDoesNotWaitForALockedRow() throws SQLException {
        insert("a");
        number(begin(), "SELECT token FROM fact_lock WHERE name = 'a' FOR UPDATE");
        assertThat(update(open(), INSERT_UNLESS_THERE, "a", "me")).isZero();
    }
}
