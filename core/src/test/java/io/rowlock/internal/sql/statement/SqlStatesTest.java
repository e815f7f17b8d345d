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
        "42501, REJECTED",
        ", REJECTED"
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
        assertThat(SqlStates.classify(new SQLTimeoutException("lock", "HYT00", 50200), Set.of(), Set.of(50200)))
                .isEqualTo(Kind.TRANSIENT);
    }

    /** Of a group with several primaries: another member's commit was first, and this one was rolled back. */
    @ParameterizedTest
    @EnumSource(names = {"MYSQL", "MARIADB"})
    void aCommitThatAGroupOfServersRefusedMayBeTriedAgain(Database database) {
        SQLException refused = new SQLException("Plugin instructed the server to rollback", "HY000", 3101);
        assertThat(Dialects.of(database, TableName.of("rowlock")).classify(refused))
                .isEqualTo(Kind.TRANSIENT);
    }
}
