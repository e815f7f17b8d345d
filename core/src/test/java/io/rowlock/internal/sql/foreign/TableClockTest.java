package io.rowlock.internal.sql.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.sql.statement.NamedQuery;
import io.rowlock.table.LockTable;
import io.rowlock.table.TableTime;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableClockTest {
    private static final TableRounding ROUNDING = new TableRounding(6, 6, false, Duration.ZERO);

    private static final String WHEN = "CAST(:when AS TIMESTAMP)";

    /** Before, at and after a change of the clocks, and years from now. */
    @ParameterizedTest
    @CsvSource({
        "Europe/Berlin, 2026-03-29T00:59:59Z, 0",
        "Europe/Berlin, 2026-03-29T00:59:50Z, 30000",
        "Europe/Berlin, 2026-03-29T01:00:00Z, 0",
        "Europe/Berlin, 2026-10-25T00:59:59Z, 0",
        "Europe/Berlin, 2026-10-25T01:00:00Z, 2000",
        "Europe/Berlin, 2026-10-25T01:00:01Z, 0",
        "America/St_Johns, 2028-07-01T12:00:00Z, 86400000",
        "Asia/Seoul, 2026-07-01T12:00:00Z, 1000",
        "UTC, 2026-07-01T12:00:00Z, 1000",
        "Pacific/Kiritimati, 2026-07-01T12:00:00Z, 1000"
    })
    void aTimeIsWrittenAsTheZoneShowsIt(String zone, Instant instant, long lease) throws SQLException {
        ZoneId there = ZoneId.of(zone);
        TableClock clock = TableClock.of(TableSql.H2, in(there), Instant.parse("2026-01-01T00:00:00Z"), ROUNDING);
        assertThat(read(clock.until(), instant, lease))
                .isEqualTo(LocalDateTime.ofInstant(instant.plusMillis(lease), there));
        assertThat(read(clock.now(), instant, lease)).isEqualTo(LocalDateTime.ofInstant(instant, there));
    }

    /** Clocks that are set back show the hour before the change once more; clocks that are set forward skip one. */
    @ParameterizedTest
    @CsvSource({
        "Europe/Berlin, 2026-03-29T01:00:00Z, PT2H",
        "Europe/Berlin, 2026-10-25T01:00:00Z, PT2S",
        "Europe/Berlin, 2026-10-25T01:00:00Z, PT2H",
        "Europe/Berlin, 2026-10-25T01:00:00Z, P220D",
        "Australia/Lord_Howe, 2026-04-04T15:00:00Z, PT1H",
        "America/St_Johns, 2026-11-01T04:30:00Z, PT24H"
    })
    void anExpiryIsNotReachedBeforeItsTime(String zone, Instant change, Duration lease) throws SQLException {
        TableClock clock =
                TableClock.of(TableSql.H2, in(ZoneId.of(zone)), Instant.parse("2026-01-01T00:00:00Z"), ROUNDING);
        Duration part = lease.dividedBy(16);
        for (int parts = -1; parts < 18; parts++) {
            Instant taken = change.minus(part.multipliedBy(parts));
            LocalDateTime until = read(clock.until(), taken, lease.toMillis());
            assertThat(until).isAfterOrEqualTo(read(clock.now(), taken, 0).plus(lease));
            for (int later = 0; later < 16; later++) {
                Instant meanwhile = taken.plus(part.multipliedBy(later));
                assertThat(read(clock.now(), meanwhile, 0))
                        .as("at " + meanwhile + ", taken at " + taken)
                        .isBefore(until);
            }
        }
    }

    /** An expiry is all that is known of a lock that is extended; where clocks are set back it may mean two moments. */
    @ParameterizedTest
    @CsvSource({
        "Europe/Berlin, 2026-03-29T01:55, 300000, 2026-03-29T03:00",
        "Europe/Berlin, 2026-03-29T01:55, 299999, 2026-03-29T01:59:59.999",
        "Europe/Berlin, 2026-03-29T03:00, 300000, 2026-03-29T03:05",
        "Europe/Berlin, 2026-10-25T01:55, 300000, 2026-10-25T02:00",
        "Europe/Berlin, 2026-10-25T02:55, 300000, 2026-10-25T03:00",
        "Asia/Seoul, 2026-07-01T12:00, 1000, 2026-07-01T12:00:01"
    })
    void anExpiryThatIsMovedOnIsNotReachedBeforeItsTime(
            String zone, LocalDateTime expiry, long by, LocalDateTime expected) throws SQLException {
        TableClock clock =
                TableClock.of(TableSql.H2, in(ZoneId.of(zone)), Instant.parse("2026-01-01T00:00:00Z"), ROUNDING);
        assertThat(value(clock.prolonged().replace("{expiry}", WHEN), Map.of("when", expiry, "by", by)))
                .isEqualTo(expected);
    }

    @Test
    void utcIsWrittenAsItIs() {
        TableClock clock = TableClock.of(TableSql.POSTGRESQL, in(ZoneOffset.UTC), Instant.EPOCH, ROUNDING);
        assertThat(clock.now()).isEqualTo(TableSql.POSTGRESQL.utc());
    }

    private static TableTime in(ZoneId zone) {
        return LockTable.distLock().inZone(zone).time();
    }

    /** The clock's expression, with a moment of our own in the place of the database's time. */
    private static LocalDateTime read(String expression, Instant instant, long lease) throws SQLException {
        return value(
                expression.replace(TableSql.H2.utc(), WHEN),
                Map.of("when", LocalDateTime.ofInstant(instant, ZoneOffset.UTC), "lease", lease));
    }

    private static LocalDateTime value(String expression, Map<String, Object> values) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
            return new NamedQuery("SELECT " + expression)
                    .list(connection, values, row -> row.getObject(1, LocalDateTime.class))
                    .get(0);
        }
    }
}
