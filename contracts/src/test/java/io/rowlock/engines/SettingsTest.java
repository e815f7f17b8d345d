package io.rowlock.engines;

import static java.sql.Connection.TRANSACTION_READ_COMMITTED;
import static java.sql.Connection.TRANSACTION_REPEATABLE_READ;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.engines.machine.Prerequisite;
import io.rowlock.engines.server.Engine;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.TimeZone;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The engines are set up as hostile, and as safe, as the contracts assume. */
class SettingsTest {

    private static final int KATHMANDU_MINUTES = 345;

    private static final String H2_ZONE = """
            select extract(timezone_hour from current_timestamp) * 60
                 + extract(timezone_minute from current_timestamp)
            """;
    private static final String POSTGRES_ZONE = "select extract(timezone from now()) / 60";
    private static final String MYSQL_ZONE = "select timestampdiff(minute, utc_timestamp(), now())";

    static Arguments[] zones() {
        return new Arguments[] {
            Arguments.of(Engines.h2Memory(), H2_ZONE),
            Arguments.of(Engines.h2File(), H2_ZONE),
            Arguments.of(Engines.h2Server(), H2_ZONE),
            Arguments.of(Engines.postgres(), POSTGRES_ZONE),
            Arguments.of(Engines.mySql(), MYSQL_ZONE),
            Arguments.of(Engines.mariaDb(), MYSQL_ZONE),
        };
    }

    static Arguments[] durability() {
        String innodb = "select @@innodb_flush_log_at_trx_commit";
        String setting = "select count(*) from pg_settings where name = '%s' and setting = 'on'";
        return new Arguments[] {
            Arguments.of(Engines.postgres(), setting.formatted("fsync")),
            Arguments.of(Engines.postgres(), setting.formatted("synchronous_commit")),
            Arguments.of(Engines.mySql(), innodb),
            Arguments.of(Engines.mariaDb(), innodb),
            Arguments.of(
                    Engines.h2File(),
                    "select setting_value = '0' from information_schema.settings where setting_name = 'WRITE_DELAY'"),
            Arguments.of(
                    Engines.h2Server(),
                    "select setting_value = '0' from information_schema.settings where setting_name = 'WRITE_DELAY'"),
        };
    }

    static Arguments[] isolations() {
        return new Arguments[] {
            Arguments.of(Engines.h2Memory(), TRANSACTION_READ_COMMITTED),
            Arguments.of(Engines.postgres(), TRANSACTION_READ_COMMITTED),
            Arguments.of(Engines.mySql(), TRANSACTION_REPEATABLE_READ),
            Arguments.of(Engines.mariaDb(), TRANSACTION_REPEATABLE_READ),
        };
    }

    @ParameterizedTest
    @MethodSource("zones")
    void sessionsAreInAnotherTimeZoneThanTheJvm(Engine engine, String query) throws SQLException {
        Prerequisite.require(engine.availability());

        assertThat(Sql.number(engine.dataSource(), query)).isEqualTo(KATHMANDU_MINUTES);
        assertThat(TimeZone.getDefault().getRawOffset() / 60_000).isNotEqualTo(KATHMANDU_MINUTES);
    }

    @ParameterizedTest
    @MethodSource("durability")
    void commitsAreDurable(Engine engine, String query) throws SQLException {
        Prerequisite.require(engine.availability());

        assertThat(Sql.number(engine.dataSource(), query)).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("isolations")
    void isolationIsTheEnginesOwn(Engine engine, int isolation) throws SQLException {
        Prerequisite.require(engine.availability());

        try (Connection connection = engine.dataSource().getConnection()) {
            assertThat(connection.getTransactionIsolation()).isEqualTo(isolation);
        }
    }
}
