package io.rowlock.internal.sql.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Database;
import io.rowlock.internal.sql.shared.StandIn;
import io.rowlock.internal.sql.statement.NamedQuery;
import io.rowlock.table.LockTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The statements for SQL Server, on H2's imitation of it: well-formed, and right in their arithmetic. No more is shown. */
class SqlServerTablesNotRunOnTheRealEngineTest {
    private static final Map<String, String> TYPES =
            Map.of("text", "NVARCHAR(255)", "time", "DATETIME2(3)", "seconds", "DATETIME2(0)", "status", "BIT");

    static Stream<LockTable> tables() {
        return ForeignTableTrial.TABLES.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("tables")
    void everyActDoesWhatItShould(LockTable table) throws SQLException {
        try (Connection connection = StandIn.sqlServer()) {
            new ForeignTableTrial(connection, Database.SQL_SERVER, TYPES).of(table);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 999, 5_500, 3_600_000, 86_400_000})
    void aTimeGrowsByTheMillisecondsThatAreAdded(long millis) throws SQLException {
        LocalDateTime from = LocalDateTime.of(2026, 1, 31, 23, 59, 58);
        String sum = TableSql.SQL_SERVER.plus(TableSql.SQL_SERVER.literal(from), ":n");
        try (Connection connection = StandIn.sqlServer()) {
            LocalDateTime later = new NamedQuery("SELECT " + sum + "")
                    .list(connection, Map.of("n", millis), row -> row.getObject(1, LocalDateTime.class))
                    .get(0);
            assertThat(later).isEqualTo(from.plusNanos(millis * 1_000_000));
        }
    }
}
