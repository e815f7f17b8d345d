package io.rowlock.engines.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.rowlock.engines.EngineExtension;
import io.rowlock.engines.Engines;
import io.rowlock.engines.server.Engine;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The facts on which Rowlock's statements rely, on PostgreSQL. */
class PostgresFactsTest extends DatabaseFacts {

    @RegisterExtension
    static final EngineExtension NEEDED = new EngineExtension(Engines.postgres());

    private static final String CLOCK = "SELECT (date_part('epoch', clock_timestamp()) * 1000000)::bigint";
    private static final String NOW = "SELECT (date_part('epoch', now()) * 1000000)::bigint";

    private static final String TAKE = """
            WITH free AS (
                SELECT name, slot FROM fact_lock WHERE name = ? AND slot = 0 AND holder IS NULL FOR UPDATE SKIP LOCKED
            )
            UPDATE fact_lock l SET token = l.token + 1, holder = ?
            FROM free WHERE l.name = free.name AND l.slot = free.slot
            RETURNING l.token
            """;

    private static final String RENEW = "UPDATE fact_lock SET expires_us = expires_us + 1 WHERE name = ? AND slot = 0";
    private static final String GUARD = "SELECT token FROM fact_lock WHERE name = 'a' FOR KEY SHARE";
    private static final String GUARD_GRANT =
            "SELECT token FROM fact_lock WHERE name = 'a' AND token = 0 AND holder = 'me' FOR KEY SHARE";
    private static final String TAKE_OVER = """
            WITH expired AS (SELECT name, slot FROM fact_lock WHERE name = 'a' FOR UPDATE SKIP LOCKED)
            UPDATE fact_lock l SET token = l.token + 1, holder = 'other'
            FROM expired WHERE l.name = expired.name AND l.slot = expired.slot
            RETURNING l.token
            """;
    /** Waits at the gate after it has found the row, and before it locks it. */
    private static final String TAKE_VERSION = """
            UPDATE fact_lock SET token = token + 1, holder = 'me'
            WHERE ctid = (
                SELECT ctid FROM fact_lock
                WHERE name = 'a' AND slot = 0 AND holder IS NULL AND pg_advisory_xact_lock(42) IS NOT NULL
                FOR UPDATE SKIP LOCKED)
            """;

    /** Begins, and waits at the gate before it locks the row. */
    private static final String GUARD_AT_GATE = """
            SELECT token FROM fact_lock
            WHERE name = 'a' AND token = 0 AND holder = 'me' AND pg_advisory_xact_lock(42) IS NOT NULL
            FOR KEY SHARE
            """;

    private static final String RELEASE = "UPDATE fact_lock SET holder = NULL WHERE name = 'a' AND holder = 'me'";

    /** No other transaction has the row locked, as far as its newest version tells. */
    private static final String TAKE_BY_PLAIN_UPDATE = """
            UPDATE fact_lock SET token = token + 1, holder = 'other'
            WHERE name = 'a' AND holder IS NULL AND xmax = '0'::xid
            """;

    /** What the driver sends together is one transaction. */
    private static final String RELEASE_WITHOUT_WAITING = """
            SELECT set_config('lock_timeout', '1', true), set_config('synchronous_commit', 'off', true);
            UPDATE fact_lock SET holder = NULL WHERE name LIKE ?""";

    private static final String INSERT_UNLESS_THERE =
            "INSERT INTO fact_lock (name, holder) VALUES (?, ?) ON CONFLICT DO NOTHING";

    @Override
    Engine engine() {
        return Engines.postgres();
    }

    @Override
    void prepare(Connection session) throws SQLException {
        session.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        execute(session, "SET lock_timeout = '2s'");
    }

    @Override
    String createTable() {
        return """
            CREATE TABLE fact_lock (
                name varchar(200) COLLATE "C" NOT NULL, slot int NOT NULL DEFAULT 0, token bigint NOT NULL DEFAULT 0,
                holder varchar(32), expires_us bigint NOT NULL DEFAULT 0, PRIMARY KEY (name, slot))""";
    }

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
        Connection gate = open();
        execute(gate, "SELECT pg_advisory_lock(42)");
        Connection taker = open();
        CompletableFuture<Integer> taken = CompletableFuture.supplyAsync(() -> takeVersion(taker));
        await().until(() ->
                number(gate, "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted") == 1);

        update(gate, RENEW, "a");
        execute(gate, "SELECT pg_advisory_unlock(42)");

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
    void aTakerSkipsARowUnderForKeyShareAndGetsItAfterwards() throws SQLException {
        insert("a");
        Connection guarded = begin();
        number(guarded, GUARD);
        assertThat(numbers(open(), TAKE, "a", "me")).isEmpty();
        guarded.commit();
        assertThat(numbers(open(), TAKE, "a", "me")).containsExactly(1L);
    }

    @Test
    void aPlainUpdatePassesForKeyShareAgainAndAgain() throws SQLException {
        insert("a");
        number(begin(), GUARD);
        Connection renewer = open();
        assertThat(update(renewer, RENEW, "a")).isOne();
        assertThat(update(renewer, RENEW, "a")).isOne();
    }

    @Test
    void aTakerStillSkipsAfterUpdatesHaveMadeNewVersionsOfTheRow() throws SQLException {
        insert("a");
        number(begin(), GUARD);
        update(open(), RENEW, "a");
        update(open(), RENEW, "a");
        assertThat(numbers(open(), TAKE, "a", "me")).isEmpty();
    }

    @Test
    void forNoKeyUpdatePassesForKeyShareAndForUpdateDoesNot() throws SQLException {
        insert("a");
        number(begin(), GUARD);
        Connection other = begin();
        assertThat(numbers(other, "SELECT token FROM fact_lock WHERE name = 'a' FOR NO KEY UPDATE SKIP LOCKED"))
                .hasSize(1);
        assertThat(numbers(other, "SELECT token FROM fact_lock WHERE name = 'a' FOR UPDATE SKIP LOCKED"))
                .isEmpty();
    }

    /**
     * A guard and a plain UPDATE do not conflict, so the guard locks the version that it has found, without a look at the later ones.
     * So a grant must not be a plain UPDATE, whatever it asks of the row's newest version.
     */
    @Test
    void aGuardThatBeganBeforeAReleaseAndAGrantByPlainUpdatePassesThoughItsGrantIsGone() throws Exception {
        assertThat(guardDuring(taker -> {
                    assertThat(update(taker, RELEASE)).isOne();
                    assertThat(update(taker, TAKE_BY_PLAIN_UPDATE)).isOne();
                }))
                .hasSize(1);
    }

    @Test
    void aGuardThatBeganBeforeAReleaseAndAGrantThatLocksItsRowFails() throws Exception {
        assertThat(guardDuring(taker -> {
                    assertThat(update(taker, RELEASE)).isOne();
                    assertThat(numbers(taker, TAKE, "a", "other")).containsExactly(1L);
                }))
                .isEmpty();
    }

    /** The row that a guard has locked, if others act after its statement began, and before it locks the row. */
    private List<Long> guardDuring(Acts acts) throws Exception {
        insert("a");
        update(open(), "UPDATE fact_lock SET holder = 'me' WHERE name = 'a'");
        Connection gate = open();
        execute(gate, "SELECT pg_advisory_lock(42)");
        Connection guarded = begin();
        execute(guarded, "SET lock_timeout = 0");
        CompletableFuture<List<Long>> found = CompletableFuture.supplyAsync(() -> guardAtGate(guarded));
        await().until(() ->
                number(gate, "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted") == 1);

        acts.run(open());
        execute(gate, "SELECT pg_advisory_unlock(42)");

        return found.get();
    }

    private static List<Long> guardAtGate(Connection guarded) {
        try {
            return numbers(guarded, GUARD_AT_GATE);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private interface Acts {
        void run(Connection session) throws SQLException;
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

    /** Takers lock FOR UPDATE before they change the row: so a guard with an older view is told. */
    @ParameterizedTest
    @ValueSource(ints = {Connection.TRANSACTION_REPEATABLE_READ, Connection.TRANSACTION_SERIALIZABLE})
    void forKeyShareWithAViewFromBeforeATakeoverFails(int isolation) throws SQLException {
        Connection guarded = beginWithViewOfGrant(isolation);
        assertThat(numbers(open(), TAKE_OVER)).containsExactly(1L);
        assertTooOld(guarded);
    }

    /** The same without that lock: the view still shows the old grant, and nothing tells that it is gone. */
    @ParameterizedTest
    @ValueSource(ints = {Connection.TRANSACTION_REPEATABLE_READ, Connection.TRANSACTION_SERIALIZABLE})
    void forKeyShareWithAViewFromBeforeAPlainUpdatePassesThoughTheGrantIsGone(int isolation) throws SQLException {
        Connection guarded = beginWithViewOfGrant(isolation);
        assertThat(update(open(), "UPDATE fact_lock SET token = token + 1, holder = 'other' WHERE name = 'a'"))
                .isOne();
        assertThat(numbers(guarded, GUARD_GRANT)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {Connection.TRANSACTION_REPEATABLE_READ, Connection.TRANSACTION_SERIALIZABLE})
    void forKeyShareWithAViewFromBeforeRenewalsPasses(int isolation) throws SQLException {
        Connection guarded = beginWithViewOfGrant(isolation);
        update(open(), RENEW, "a");
        update(open(), RENEW, "a");
        assertThat(numbers(guarded, GUARD_GRANT)).hasSize(1);
        assertThat(numbers(open(), TAKE_OVER)).as("taken while it is open").isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {Connection.TRANSACTION_REPEATABLE_READ, Connection.TRANSACTION_SERIALIZABLE})
    void forKeyShareWithAViewFromBeforeRenewalReleaseAndTakeoverFails(int isolation) throws SQLException {
        Connection guarded = beginWithViewOfGrant(isolation);
        update(open(), RENEW, "a");
        update(open(), "UPDATE fact_lock SET holder = NULL WHERE name = 'a'");
        assertThat(numbers(open(), TAKE, "a", "other")).containsExactly(1L);
        assertTooOld(guarded);
    }

    /** A grant to 'me', and a transaction that has seen it. */
    private Connection beginWithViewOfGrant(int isolation) throws SQLException {
        insert("a");
        update(open(), "UPDATE fact_lock SET holder = 'me' WHERE name = 'a'");
        Connection transaction = open();
        transaction.setTransactionIsolation(isolation);
        transaction.setAutoCommit(false);
        assertThat(numbers(transaction, "SELECT token FROM fact_lock WHERE holder = 'me'"))
                .hasSize(1);
        return transaction;
    }

    private static void assertTooOld(Connection guarded) {
        assertThatThrownBy(() -> numbers(guarded, GUARD_GRANT))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("40001"));
    }
}
