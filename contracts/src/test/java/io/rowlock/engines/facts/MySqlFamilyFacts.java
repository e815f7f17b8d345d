package io.rowlock.engines.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The facts about names, rows and locks on which Rowlock's statements rely, on MySQL and MariaDB alike. */
abstract class MySqlFamilyFacts extends MySqlFamilyDatabase {
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

    /** How an address begins for the driver of the other of the two. */
    abstract String otherDriver();

    @Test
    void namesOfUserLevelLocksMayBe64KoreanCharactersAndBlanksAndAccentsCount() throws SQLException {
        assertThat(isOneLock("잠".repeat(64), "잠".repeat(64))).isTrue();
        assertThat(isOneLock("잠금", "자물쇠")).isFalse();
        assertThat(isOneLock("fact", "fact ")).isFalse();
        assertThat(isOneLock("fact é", "fact e")).isFalse();
        assertThatThrownBy(() -> getLock(open(), "잠".repeat(65))).hasFieldOrPropertyWithValue("SQLState", "42000");
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

    /** So a schema before the name does not help. */
    @Test
    void aTemporaryTableHidesTheTableOfItsNameFromItsSession() throws SQLException {
        insert("a");
        Connection session = open();
        String count = "SELECT COUNT(*) FROM `" + session.getCatalog() + "`.fact_lock";
        assertThat(number(session, count)).isOne();
        execute(session, "CREATE TEMPORARY TABLE fact_lock (name varchar(9))");
        assertThat(number(session, count)).isZero();
        assertThat(number(open(), count)).isOne();
    }
}
