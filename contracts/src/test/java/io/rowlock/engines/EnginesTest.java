package io.rowlock.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.rowlock.engines.machine.Prerequisite;
import io.rowlock.engines.server.DemotableEngine;
import io.rowlock.engines.server.Engine;
import io.rowlock.engines.server.RestartableEngine;
import io.rowlock.engines.server.ServerEngine;
import io.rowlock.engines.server.Stop;
import io.rowlock.testkit.fixture.Privilege;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The abilities of every engine, restartable engine and server, on which the contracts rely. */
class EnginesTest {

    static List<Engine> engines() {
        return Engines.all();
    }

    static Stream<Arguments> restarts() {
        return Engines.all(RestartableEngine.class).stream()
                .flatMap(engine -> Stream.of(Stop.values()).map(how -> Arguments.of(engine, how)));
    }

    static List<ServerEngine> servers() {
        return Engines.all(ServerEngine.class);
    }

    static List<DemotableEngine> demotables() {
        return Engines.all(DemotableEngine.class);
    }

    @ParameterizedTest
    @MethodSource("engines")
    void answers(Engine engine) throws SQLException {
        Prerequisite.require(engine.availability());

        assertThat(Sql.number(engine.dataSource(), "select 1")).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("engines")
    void countsConnections(Engine engine) throws SQLException {
        Prerequisite.require(engine.availability());
        await().until(() -> engine.liveConnections() == 0);

        try (Connection first = engine.dataSource().getConnection();
                Connection second = engine.dataSource().getConnection()) {
            assertThat(engine.liveConnections()).isEqualTo(2);
            assertThat(List.of(first, second)).allMatch(EnginesTest::isValid);
        }

        await().until(() -> engine.liveConnections() == 0);
    }

    @ParameterizedTest
    @MethodSource("engines")
    void killsConnections(Engine engine) throws SQLException {
        Prerequisite.require(engine.availability());
        try (Connection connection = engine.dataSource().getConnection()) {
            engine.killConnections();

            assertThatThrownBy(() -> Sql.number(connection, "select 1")).isInstanceOf(SQLException.class);
        }
        assertThat(Sql.number(engine.dataSource(), "select 1")).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("engines")
    void restrictsUsersToWhatIsGranted(Engine engine) throws SQLException {
        Prerequisite.require(engine.availability());
        recreate(engine, "fenced");
        DataSource reader = engine.restricted(Privilege.SELECT);
        DataSource writer = engine.restricted(Privilege.SELECT, Privilege.INSERT, Privilege.UPDATE);
        DataSource creator = engine.restricted(Privilege.CREATE);

        Sql.execute(writer, "insert into fenced values (1)");
        assertThat(Sql.number(reader, "select count(*) from fenced")).isEqualTo(1);
        assertThatThrownBy(() -> Sql.execute(reader, "insert into fenced values (2)"))
                .isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> Sql.execute(writer, "delete from fenced")).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> Sql.execute(writer, "create table intruder (id int)"))
                .isInstanceOf(SQLException.class);
        Sql.execute(creator, "create table guests_own (id int)");
        recreate(engine, "fenced");
        assertThat(Sql.number(reader, "select count(*) from fenced")).isZero();
    }

    /** Takes long. The outage contracts restart each server, too, and would fail first. */
    @ParameterizedTest
    @MethodSource("restarts")
    @Tag("every-engine")
    void keepsCommittedDataOverARestart(RestartableEngine engine, Stop how) throws SQLException {
        Prerequisite.require(engine.availability());
        recreate(engine, "kept");
        String url = engine.jdbcUrl();
        Sql.execute(engine.dataSource(), "insert into kept values (7)");

        engine.restart(how);

        assertThat(engine.jdbcUrl()).isEqualTo(url);
        assertThat(Sql.number(engine.dataSource(), "select id from kept")).isEqualTo(7);
    }

    @ParameterizedTest
    @MethodSource("servers")
    @Tag("every-engine")
    void isAwayWhileStopped(ServerEngine engine) throws SQLException {
        Prerequisite.require(engine.availability());
        engine.stop(Stop.KILL);
        try {
            assertThatThrownBy(() -> engine.dataSource().getConnection()).isInstanceOf(SQLException.class);
        } finally {
            engine.start();
        }
        assertThat(Sql.number(engine.dataSource(), "select 1")).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("servers")
    void answersNothingWhileFrozen(ServerEngine engine) throws Exception {
        Prerequisite.require(engine.availability());
        try (Connection connection = engine.dataSource().getConnection()) {
            engine.freeze();
            CompletableFuture<Long> answer = CompletableFuture.supplyAsync(() -> one(connection));
            try {
                await().during(Duration.ofMillis(300)).until(() -> !answer.isDone());
            } finally {
                engine.thaw();
            }
            assertThat(answer).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(1L);
        }
    }

    @ParameterizedTest
    @MethodSource("demotables")
    void rejectsWritesWhileDemoted(DemotableEngine engine) throws SQLException {
        Prerequisite.require(engine.availability());
        recreate(engine, "replica");
        engine.demote();
        try {
            assertThatThrownBy(() -> Sql.execute(engine.dataSource(), "insert into replica values (1)"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("read");
            assertThat(Sql.number(engine.dataSource(), "select count(*) from replica"))
                    .isZero();
        } finally {
            engine.promote();
        }
        Sql.execute(engine.dataSource(), "insert into replica values (1)");
    }

    private static void recreate(Engine engine, String table) throws SQLException {
        Sql.execute(engine.dataSource(), "drop table if exists " + table);
        Sql.execute(engine.dataSource(), "create table " + table + " (id int primary key)");
    }

    private static long one(Connection connection) {
        try {
            return Sql.number(connection, "select 1");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isValid(Connection connection) {
        try {
            return connection.isValid(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
