package io.rowlock.internal.sql.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Database;
import io.rowlock.TableName;
import io.rowlock.internal.database.Dialects;
import io.rowlock.internal.store.StoreException.Kind;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SqlStatesTest {

    @ParameterizedTest
    @CsvSource({
        "08006, UNKNOWN",
        "57P01, UNKNOWN",
        "40001, TRANSIENT",
        "40P01, TRANSIENT",
        "40000, TRANSIENT",
        "40003, UNKNOWN",
        "40002, REJECTED",
        "42501, REJECTED",
        "42601, REJECTED",
        "23514, REJECTED",
        "25006, REJECTED",
        "53100, REJECTED",
        "P0001, REJECTED",
        "45000, REJECTED",
        "S1009, REJECTED",
        "58030, UNKNOWN",
        "HV000, UNKNOWN",
        "HY000, UNKNOWN",
        "XX000, UNKNOWN",
        "70100, UNKNOWN",
        "2D000, UNKNOWN",
        "99999, UNKNOWN",
        "42, UNKNOWN",
        "'', UNKNOWN",
        ", UNKNOWN"
    })
    void theStateTellsWhatIsKnown(String state, Kind kind) {
        assertThat(SqlStates.classify(new SQLException("refused", state))).isEqualTo(kind);
    }

    @Test
    void aConnectionThatFailedLeavesTheOutcomeUnknownWhateverTheState() {
        assertThat(SqlStates.classify(new SQLRecoverableException("gone"))).isEqualTo(Kind.UNKNOWN);
        assertThat(SqlStates.classify(new SQLException("slow", "42501", new SocketTimeoutException())))
                .isEqualTo(Kind.UNKNOWN);
    }

    /** Connector/J's has neither a state nor a number, and is thrown though the statement may have been committed. */
    @Test
    void aTimeoutLeavesTheOutcomeUnknownUnlessTheDatabaseSaysThatItGaveUp() {
        assertThat(SqlStates.classify(new SQLTimeoutException("slow"))).isEqualTo(Kind.UNKNOWN);
        assertThat(SqlStates.classify(new SQLTimeoutException("cancelled", "57014")))
                .isEqualTo(Kind.TRANSIENT);
        assertThat(SqlStates.classify(
                        new SQLTimeoutException("lock", "HYT00", 50200), Set.of(), Set.of(50200), Set.of()))
                .isEqualTo(Kind.TRANSIENT);
    }

    /** Of a group with several primaries: another member's commit was first, and this one was rolled back. */
    @ParameterizedTest
    @EnumSource(names = {"MYSQL", "MARIADB"})
    void aCommitThatAGroupOfServersRefusedMayBeTriedAgain(Database database) {
        SQLException rejected = new SQLException("Plugin instructed the server to rollback", "HY000", 3101);
        assertThat(Dialects.of(database, TableName.of("rowlock")).classify(rejected))
                .isEqualTo(Kind.TRANSIENT);
    }

    /** The states and numbers are those that the drivers give. */
    @ParameterizedTest
    @CsvSource({
        "MYSQL, HY000, 1180, UNKNOWN",
        "MARIADB, HY000, 1180, UNKNOWN",
        "MYSQL, HY000, 3100, UNKNOWN",
        "MYSQL, HY000, 1105, UNKNOWN",
        "MARIADB, HY000, 1030, UNKNOWN",
        "MARIADB, 70100, 1969, UNKNOWN",
        "POSTGRESQL, 40003, 0, UNKNOWN",
        "POSTGRESQL, XX000, 0, UNKNOWN",
        "H2, HY000, 50000, UNKNOWN",
        "H2, 90030, 90030, UNKNOWN",
        "H2, 90108, 90108, UNKNOWN",
        "ORACLE, 2D000, 2054, UNKNOWN",
        "ORACLE, 99999, 25405, UNKNOWN",
        "ORACLE, 60000, 600, UNKNOWN",
        "SQL_SERVER, S0001, 40197, UNKNOWN",
        "SQL_SERVER, S0001, 823, UNKNOWN"
    })
    void anErrorThatMayFollowACommitLeavesTheOutcomeUnknown(Database database, String state, int code, Kind kind) {
        assertThat(classified(database, state, code)).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({
        "MYSQL, 42000, 1064",
        "MYSQL, 42000, 1142",
        "MYSQL, 42S02, 1146",
        "MYSQL, HY000, 1290",
        "MYSQL, HY000, 1364",
        "MYSQL, HY000, 1665",
        "MYSQL, HY000, 3098",
        "MYSQL, HY000, 3819",
        "MARIADB, HY000, 1290",
        "MARIADB, 45000, 1644",
        "POSTGRESQL, 42501, 0",
        "POSTGRESQL, 23514, 0",
        "POSTGRESQL, 25006, 0",
        "H2, 42S02, 42102",
        "H2, 90096, 90096",
        "H2, 90097, 90097",
        "H2, 22001, 22001",
        "ORACLE, 42000, 942",
        "ORACLE, 72000, 1653",
        "ORACLE, 72000, 20000",
        "SQL_SERVER, S0001, 229",
        "SQL_SERVER, S0002, 208",
        "SQL_SERVER, S0001, 50000"
    })
    void aPlainRejectionHasChangedNothing(Database database, String state, int code) {
        assertThat(classified(database, state, code)).isEqualTo(Kind.REJECTED);
    }

    private static Kind classified(Database database, String state, int code) {
        return Dialects.of(database, TableName.of("rowlock")).classify(new SQLException("failed", state, code));
    }
}
