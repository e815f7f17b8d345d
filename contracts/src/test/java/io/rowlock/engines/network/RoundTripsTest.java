package io.rowlock.engines.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.engines.Engines;
import io.rowlock.engines.Sql;
import io.rowlock.engines.machine.Prerequisite;
import io.rowlock.engines.server.ServerEngine;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The round trips of a statement, which contracts rely on. */
class RoundTripsTest {

    static List<ServerEngine> servers() {
        return Engines.all(ServerEngine.class);
    }

    @ParameterizedTest
    @MethodSource("servers")
    void preparedUpdateInAutocommitIsOneRoundTrip(ServerEngine engine) throws SQLException {
        Prerequisite.require(engine.availability());
        Sql.execute(engine.dataSource(), "drop table if exists toll");
        Sql.execute(engine.dataSource(), "create table toll (id int)");
        try (Proxy proxy = Proxy.to(engine.address());
                Connection connection = engine.dataSource(proxy.address()).getConnection();
                PreparedStatement insert = connection.prepareStatement("insert into toll values (?)")) {
            for (int id = 0; id < 10; id++) {
                Traffic before = proxy.traffic();
                insert.setInt(1, id);
                insert.executeUpdate();
                assertThat(proxy.traffic().since(before).roundTrips()).isEqualTo(1);
            }
        }
        assertThat(Sql.number(engine.dataSource(), "select count(*) from toll")).isEqualTo(10);
    }
}
