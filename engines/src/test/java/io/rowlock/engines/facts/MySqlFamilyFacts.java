package io.rowlock.engines.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The facts on which Rowlock's statements rely, on MySQL and MariaDB alike. */
abstract class MySqlFamilyFacts extends DatabaseFacts {

    private static final String CLOCK = "SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";

    static final String TAKE = """
            UPDATE fact_lock l JOIN (
                SELECT name, slot FROM fact_lock WHERE name = ? AND slot = 0 AND holder IS NULL
                LIMIT 1 FOR UPDATE SKIP LOCKED
            ) free USING (name, slot)
            SET l.token = LAST_INSERT_ID(l.token + 1), l.holder = ?
            """;

    private static final String RENEW_ALL = """
            UPDATE (
                SELECT f.name, f.slot
                FROM (
                    SELECT j.name, j.slot
                    FROM JSON_TABLE(?, '$[*]' COLUMNS (
                        name VARCHAR(200) CHARACTER SET utf8mb4 COLLATE %s PATH '$.n', slot INT PATH '$.s')) j
                    LIMIT 1000000
                ) g STRAIGHT_JOIN fact_lock f FORCE INDEX (PRIMARY) ON f.name = g.name AND f.slot = g.slot
                LIMIT 1000000 FOR UPDATE SKIP LOCKED
            ) mine STRAIGHT_JOIN fact_lock l FORCE INDEX (PRIMARY) ON l.name = mine.name AND l.slot = mine.slot
            SET l.expires_us = l.expires_us + 1
            """;

    private static final String BATCH = """
            [{"n": "a", "s": 0}, {"n": "b", "s": 0}, {"n": "none", "s": 0}]""";

    private static final String INSERT_UNLESS_THERE = "INSERT IGNORE INTO fact_lock (name, holder) VALUES (?, ?)";
    static final String LOCK = "SELECT token FROM fact_lock WHERE name = 'a' FOR UPDATE";
    private static final String SHARE = "SELECT token FROM fact_lock WHERE name = 'a' AND slot = 0 LOCK IN SHARE MODE";
    static final int LOCK_WAIT_TIMEOUT = 1205;
    private static final int DEADLOCK = 1213;

    /** A collation that compares byte for byte and does not pad. */
    abstract String collation();

    /** How an address begins for the driver of the other of the two. */
    abstract String otherDriver();

    @Override
    final String createTable() {
        return """
            CREATE TABLE fact_lock (
                name varchar(200) CHARACTER SET utf8mb4 COLLATE %s NOT NULL, slot int NOT NULL DEFAULT 0,
                token bigint NOT NULL DEFAULT 0, holder varchar(32), expires_us bigint NOT NULL DEFAULT 0,
                PRIMARY KEY (name, slot)) ENGINE = InnoDB""".formatted(collation());
    }

    @Override
    final void prepare(Connection session) throws SQLException {
        session.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        execute(session, "SET SESSION innodb_lock_wait_timeout = 2");
    }

    /** Whether the server takes two names of user-level locks for one. */
    final boolean isOneLock(String first, String second) throws SQLException {
        try (Connection one = open();
                Connection other = open()) {
            getLock(one, first);
            return getLock(other, second) == 0;
        }
    }

    static long getLock(Connection session, String name) throws SQLException {
        try (PreparedStatement statement = session.prepareStatement("SELECT GET_LOCK(?, 0)")) {
            statement.setString(1, name);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getLong(1);
            }
        }
    }

    @Test
    void namesOfUserLevelLocksMayBe64KoreanCharactersAndBlanksAndAccentsCount() throws SQLException {
        assertThat(isOneLock("잠".repeat(64), "잠".repeat(64))).isTrue();
        assertThat(isOneLock("잠금", "자물쇠")).isFalse();
        assertThat(isOneLock("fact", "fact ")).isFalse();
        assertThat(isOneLock("fact é", "fact e")).isFalse();
        assertThatThrownBy(() -> getLock(open(), "잠".repeat(65))).hasFieldOrPropertyWithValue("SQLState", "42000");
    }

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

    @Test
    void namesThatDifferInCaseAccentOrTrailingBlankAreDifferentInTheBinaryCollation() throws SQLException {
        assertNamesAreTakenByteForByte();
    }

    @Test
    void aTakerSkipsARowThatAnotherTransactionHasLockedAndGetsItAfterwards() throws SQLException {
        insert("a");
        Connection other = begin();
        number(other, LOCK);
        assertThat(update(open(), TAKE, "a", "me")).isZero();
        other.commit();
        assertThat(update(open(), TAKE, "a", "me")).isOne();
    }

    /** The optimizer could as well read the whole table, and wait for whatever is locked in it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5, 300})
    void aTakerDoesNotWaitForOtherRowsThatAreLocked(int others) throws SQLException {
        insert("a");
        lockOthers(others);
        assertThat(update(open(), TAKE, "a", "me")).isOne();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 300})
    void aBatchOfRenewalsInOneJsonDocumentSkipsWhatIsLockedAndRenewsTheRest(int others) throws SQLException {
        insert("a");
        insert("b");
        lockOthers(others);
        number(begin(), LOCK);
        assertThat(update(open(), RENEW_ALL.formatted(collation()), BATCH)).isOne();
        assertThat(number(open(), "SELECT expires_us FROM fact_lock WHERE name = 'b'"))
                .isOne();
    }

    /** So the statements say which index to use. */
    @Test
    void withoutAForcedIndexABatchReadsASmallTableWholeAndWaitsForWhateverIsLockedInIt() throws SQLException {
        insert("a");
        insert("b");
        number(begin(), LOCK);
        Connection renewer = open();
        execute(renewer, "SET SESSION innodb_lock_wait_timeout = 1");
        String unforced = RENEW_ALL
                .formatted(collation())
                .replace("FORCE INDEX (PRIMARY)", "")
                .replace("STRAIGHT_JOIN", "JOIN");
        assertThatThrownBy(() -> update(renewer, unforced, BATCH))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(LOCK_WAIT_TIMEOUT));
    }

    @Test
    void aPlainUpdateWaitsForALockedRowUntilItsLockWaitTimeout() throws SQLException {
        insert("a");
        number(begin(), LOCK);
        Connection renewer = open();
        execute(renewer, "SET SESSION innodb_lock_wait_timeout = 1");
        assertThatThrownBy(() -> update(renewer, "UPDATE fact_lock SET expires_us = 1 WHERE name = 'a'"))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(LOCK_WAIT_TIMEOUT));
    }

    @Test
    void lastInsertIdOfAnUpdateComesBackAsGeneratedKey() throws SQLException {
        insert("a");
        execute(open(), "UPDATE fact_lock SET token = 1789000000000000");
        assertThat(take(open(), "a", "me")).hasValue(1_789_000_000_000_001L);
    }

    @Test
    void lastInsertIdOfAnUpdateComesBackAsGeneratedKeyFromTheOthersDriverToo() throws SQLException {
        insert("a");
        String address = engine().jdbcUrl().replaceFirst("^jdbc:[a-z]+:", otherDriver());
        try (Connection session = DriverManager.getConnection(address, engine().user(), engine().password())) {
            assertThat(take(session, "a", "me")).hasValue(1);
        }
    }

    @Test
    void ofManyRacingTakersExactlyOneWins() throws Exception {
        List<Connection> sessions = openAll(TAKERS);
        for (int round = 0; round < ROUNDS; round++) {
            String name = "race-" + round;
            insert(name);
            List<OptionalLong> tokens = race(sessions, (session, i) -> take(session, name, "taker-" + i));
            assertThat(tokens.stream().flatMapToLong(OptionalLong::stream))
                    .as(name)
                    .containsExactly(1L);
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
    void insertIgnoreWaitsForALockedRowSoItIsSentOnlyWhenTheRowIsMissing() throws SQLException {
        insert("a");
        number(begin(), LOCK);
        Connection other = open();
        execute(other, "SET SESSION innodb_lock_wait_timeout = 1");
        assertThatThrownBy(() -> update(other, INSERT_UNLESS_THERE, "a", "me"))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(LOCK_WAIT_TIMEOUT));
    }

    @Test
    void aTakerSkipsARowUnderASharedLockWhichOthersShare() throws SQLException {
        insert("a");
        Connection guarded = begin();
        number(guarded, SHARE);
        Connection also = begin();
        assertThat(numbers(also, SHARE)).hasSize(1);
        assertThat(take(open(), "a", "me")).isEmpty();
        guarded.commit();
        assertThat(take(open(), "a", "me")).isEmpty();
        also.commit();
        assertThat(take(open(), "a", "me")).hasValue(1);
    }

    /** The primary key leads to the row, which is locked before the other conditions are looked at. */
    @Test
    void aSharedLockStaysOnARowThatDoesNotMatch() throws SQLException {
        insert("a");
        Connection stale = begin();
        assertThat(numbers(
                        stale,
                        "SELECT token FROM fact_lock WHERE name = 'a' AND slot = 0 AND token = 7 LOCK IN SHARE MODE"))
                .isEmpty();
        assertThat(take(open(), "a", "me")).isEmpty();
        stale.rollback();
        assertThat(take(open(), "a", "me")).hasValue(1);
    }

    /** So a lock that is taken late in such a transaction does not make fresh what it reads. */
    @Test
    void atRepeatableReadALockedRowIsTheNewestAndAPlainReadIsAsOldAsTheView() throws SQLException {
        insert("a");
        Connection transaction = open();
        transaction.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        transaction.setAutoCommit(false);
        assertThat(number(transaction, "SELECT token FROM fact_lock WHERE name = 'a'"))
                .isZero();
        assertThat(take(open(), "a", "me")).hasValue(1);
        assertThat(number(transaction, "SELECT token FROM fact_lock WHERE name = 'a'"))
                .isZero();
        assertThat(number(transaction, SHARE)).isOne();
        assertThat(number(transaction, "SELECT token FROM fact_lock WHERE name = 'a'"))
                .isZero();
    }

    /** A caller that ignores the error goes on in another transaction, without the locks of the first. */
    @Test
    void aDeadlockEndsTheWholeTransactionAndTheNextStatementBeginsAnother() throws Exception {
        insert("a");
        insert("b");
        insert("c");
        List<Connection> both = List.of(begin(), begin());
        List<Boolean> ended = race(both, (session, i) -> {
            number(session, "SELECT token FROM fact_lock WHERE name = '" + "ab".charAt(i) + "' FOR UPDATE");
            return false;
        });
        assertThat(ended).hasSize(2);
        List<Integer> codes = race(both, (session, i) -> {
            try {
                number(session, "SELECT token FROM fact_lock WHERE name = '" + "ba".charAt(i) + "' FOR UPDATE");
                return 0;
            } catch (SQLException failure) {
                return failure.getErrorCode();
            }
        });
        assertThat(codes).containsExactlyInAnyOrder(0, DEADLOCK);
        Connection victim = both.get(codes.indexOf(DEADLOCK));
        both.get(codes.indexOf(0)).rollback();
        assertThat(take(open(), "ab".substring(codes.indexOf(DEADLOCK), codes.indexOf(DEADLOCK) + 1), "me"))
                .as("what the victim had locked first")
                .hasValue(1);
        assertThat(update(victim, "UPDATE fact_lock SET holder = 'late' WHERE name = 'c'"))
                .isOne();
        victim.commit();
        assertThat(number(open(), "SELECT COUNT(*) FROM fact_lock WHERE holder = 'late'"))
                .isOne();
    }

    /** The token, told by the very reply to the update. */
    static OptionalLong take(Connection session, String name, String holder) throws SQLException {
        try (PreparedStatement statement = session.prepareStatement(TAKE, Statement.RETURN_GENERATED_KEYS)) {
            statement.setString(1, name);
            statement.setString(2, holder);
            if (statement.executeUpdate() == 0) {
                return OptionalLong.empty();
            }
            try (ResultSet keys = statement.getGeneratedKeys()) {
                assertThat(keys.next()).isTrue();
                return OptionalLong.of(keys.getLong(1));
            }
        }
    }
}
