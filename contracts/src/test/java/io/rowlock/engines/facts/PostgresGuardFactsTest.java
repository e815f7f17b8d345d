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

/** The facts about FOR KEY SHARE on which the guards of Rowlock rely, on PostgreSQL. */
class PostgresGuardFactsTest extends PostgresDatabase {

    @RegisterExtension
    static final EngineExtension NEEDED = new EngineExtension(Engines.postgres());

    private static final String GUARD = "SELECT token FROM fact_lock WHERE name = 'a' FOR KEY SHARE";
    private static final String GUARD_GRANT =
            "SELECT token FROM fact_lock WHERE name = 'a' AND token = 0 AND holder = 'me' FOR KEY SHARE";
    private static final String TAKE_OVER = """
            WITH expired AS (SELECT name, slot FROM fact_lock WHERE name = 'a' FOR UPDATE SKIP LOCKED)
            UPDATE fact_lock l SET token = l.token + 1, holder = 'other'
            FROM expired WHERE l.name = expired.name AND l.slot = expired.slot
            RETURNING l.token
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
        Connection gate = closeGate();
        Connection guarded = begin();
        execute(guarded, "SET lock_timeout = 0");
        CompletableFuture<List<Long>> found = CompletableFuture.supplyAsync(() -> guardAtGate(guarded));
        awaitStatementAt(gate);

        acts.run(open());
        openGate(gate);

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
