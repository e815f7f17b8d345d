package io.rowlock.engines.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.engines.EngineExtension;
import io.rowlock.engines.Engines;
import io.rowlock.engines.server.Engine;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The facts on which Rowlock's statements rely, on MySQL. */
class MySqlFactsTest extends MySqlFamilyFacts {

    @RegisterExtension
    static final EngineExtension NEEDED = new EngineExtension(Engines.mySql());

    private static final int MULTIPLE_LOCKING_CLAUSES = 3569;

    @Override
    Engine engine() {
        return Engines.mySql();
    }

    @Override
    String collation() {
        return "utf8mb4_0900_bin";
    }

    @Override
    String otherDriver() {
        return "jdbc:mariadb:";
    }

    /** The derived table is merged into the update, and its SKIP LOCKED is lost: hence the LIMIT in ours. */
    @Test
    void withoutALimitInsideTheDerivedTableATakerWaits() throws SQLException {
        insert("a");
        number(begin(), LOCK);
        Connection taker = open();
        execute(taker, "SET SESSION innodb_lock_wait_timeout = 1");
        assertThatThrownBy(() -> update(taker, TAKE.replace("LIMIT 1", ""), "a", "me"))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(LOCK_WAIT_TIMEOUT));
    }

    /** Hence the derived table around it in ours. */
    @Test
    void jsonTableCannotStandBesideARowThatIsToBeSkippedWhenLocked() throws SQLException {
        insert("a");
        String beside = "SELECT f.token FROM JSON_TABLE(?, '$[*]' COLUMNS (slot INT PATH '$')) g"
                + " JOIN fact_lock f ON f.slot = g.slot FOR UPDATE SKIP LOCKED";
        assertThatThrownBy(() -> numbers(open(), beside, "[0]"))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(MULTIPLE_LOCKING_CLAUSES));
    }

    @Test
    void namesOfUserLevelLocksThatDifferInCaseAloneAreOne() throws SQLException {
        assertThat(isOneLock("Fact", "fact")).isTrue();
        assertThat(isOneLock("É", "é")).isTrue();
    }

    @Test
    void aUserLevelLockOf65CharactersOrBeyondTheBasicPlaneIsRejected() throws SQLException {
        assertThat(isOneLock("x".repeat(64), "x".repeat(64))).isTrue();
        assertThatThrownBy(() -> getLock(open(), "x".repeat(65))).hasFieldOrPropertyWithValue("SQLState", "42000");
        assertThatThrownBy(() -> getLock(open(), "\uD83D\uDEA3")).hasFieldOrPropertyWithValue("SQLState", "42000");
    }
}
