package io.rowlock.internal.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.classic.LockTable.Time;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableClockTest {
    private static final String WHEN = "CAST(:when AS TIMESTAMP)";

    /** Before, at and after a change of the clocks, and years from now. */
    @ParameterizedTest
    @CsvSource({
        "Europe/Berlin, 2026-03-29T00:59:59Z, 0",
        "Europe/Berlin, 2026-03-29T00:59:50Z, 30000",
        "Europe/Berlin, 2026-03-29T01:00:00Z, 0",
        "Europe/Berlin, 2026-10-25T00:59:59Z, 2000",
        "Europe/Berlin, 2026-10-25T01:00:01Z, 0",
        "America/St_Johns, 2028-07-01T12:00:00Z, 86400000",
        "Asia/Seoul, 2026-07-01T12:00:00Z, 1000",
        "UTC, 2026-07-01T12:00:00Z, 1000",
        "Pacific/Kiritimati, 2026-07-01T12:00:00Z, 1000"
    })
    void aTimeIsWrittenAsTheZoneShowsIt(String zone, Instant instant, long lease) throws SQLException {
        ZoneId there = ZoneId.of(zone);
        TableClock clock = TableClock.of(TableSql.H2, in(there), Instant.parse("2026-01-01T00:00:00Z"));
        assertThat(read(clock.until(), instant, lease))
                .isEqualTo(LocalDateTime.ofInstant(instant.plusMillis(lease), there));
        assertThat(read(clock.now(), instant, lease)).isEqualTo(LocalDateTime.ofInstant(instant, there));
    }

    @Test
    void utcIsWrittenAsItIs() {
        TableClock clock = TableClock.of(TableSql.POSTGRESQL, in(ZoneOffset.UTC), Instant.EPOCH);
        assertThat(clock.now()).isEqualTo(TableSql.POSTGRESQL.utc());
    }

    private static Time in(ZoneId zone) {
        return new Time(Optional.of(zone), OptionalInt.empty(), Duration.ZERO);
    }

    /** The clock's expression, with a moment of our own in the place of the database's time. */
    private static LocalDateTime read(String expression, Instant instant, long lease) throws SQLException {
        String sql = "SELECT " + expression.replace(TableSql.H2.utc(), WHEN);
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
            return new NamedQuery(sql)
                    .list(
                            connection,
                            Map.of("when", LocalDateTime.ofInstant(instant, ZoneOffset.UTC), "lease", lease),
                            row -> row.getObject(1, LocalDateTime.class))
                    .get(0);
        }
    }
}
