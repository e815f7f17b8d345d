package io.rowlock.internal.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.spi.StoreException.Kind;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlStatesTest {

    @ParameterizedTest
    @CsvSource({
        "08006, UNKNOWN",
        "57P01, UNKNOWN",
        "40001, TRANSIENT",
        "40P01, TRANSIENT",
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
}
