package io.rowlock.engines.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.rowlock.engines.EngineExtension;
import io.rowlock.engines.Engines;
import io.rowlock.engines.Sql;
import io.rowlock.engines.server.ServerEngine;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The proxy, in front of a real PostgreSQL. */
class ProxyTest {

    private static final ServerEngine ENGINE = Engines.postgres();

    @RegisterExtension
    static final EngineExtension NEEDED = new EngineExtension(ENGINE);

    private final Proxy proxy = Proxy.to(ENGINE.address());
    private final DataSource dataSource = ENGINE.dataSource(proxy.address());

    @BeforeEach
    void emptyTable() throws SQLException {
        Sql.execute(ENGINE.dataSource(), "drop table if exists parcel");
        Sql.execute(ENGINE.dataSource(), "create table parcel (id int)");
    }

    @AfterEach
    void leavesNothing() {
        proxy.close();
        assertThat(proxy.traffic().live()).isZero();
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("proxy-"));
        await().until(() -> ENGINE.liveConnections() == 0);
    }

    @Test
    void countsRoundTripsAndBytes() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            Traffic before = proxy.traffic();
            insert(connection, 1);
            Traffic one = proxy.traffic().since(before);
            insert(connection, 2);
            insert(connection, 3);

            assertThat(one.roundTrips()).isEqualTo(1);
            assertThat(one.toServer()).isPositive();
            assertThat(one.toClient()).isPositive();
            assertThat(proxy.traffic().since(before).roundTrips()).isEqualTo(3);
            assertThat(proxy.trafficByConnection()).hasSize(1);
            assertThat(proxy.traffic().live()).isEqualTo(1);
        }
        await().until(() -> proxy.traffic().live() == 0);
        assertThat(proxy.traffic().connections()).isEqualTo(1);
    }

    @Test
    void cutsAllConnections() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            proxy.cutAll();

            assertThatThrownBy(() -> insert(connection, 1)).isInstanceOf(SQLException.class);
        }
        assertThat(Sql.number(dataSource, "select count(*) from parcel")).isZero();
    }

    @Test
    void swallowsTheReplyAfterTheServerDidIt() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            proxy.cutAfterServerBytes(0);

            assertThatThrownBy(() -> insert(connection, 1)).isInstanceOf(SQLException.class);
        }
        assertThat(proxy.cutsMade()).isEqualTo(1);
        assertThat(Sql.number(dataSource, "select count(*) from parcel")).isEqualTo(1);
    }

    @Test
    void cutsInMidStatement() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            Traffic before = proxy.traffic();
            proxy.cutAfterClientBytes(10);

            assertThatThrownBy(() -> insert(connection, 1)).isInstanceOf(SQLException.class);
            assertThat(proxy.traffic().since(before).toServer()).isEqualTo(10);
        }
        await().until(() -> ENGINE.liveConnections() == 0);
        assertThat(Sql.number(dataSource, "select count(*) from parcel")).isZero();
    }

    @Test
    void cutsInMidReply() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            Traffic before = proxy.traffic();
            proxy.cutAfterServerBytes(3);

            assertThatThrownBy(() -> insert(connection, 1)).isInstanceOf(SQLException.class);
            assertThat(proxy.traffic().since(before).toClient()).isEqualTo(3);
        }
    }

    @Test
    void deliversLateWhatABlackHoleHeldBack() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            proxy.blackhole();
            CompletableFuture<Void> insert = CompletableFuture.runAsync(() -> insertUnchecked(connection));
            await().during(Duration.ofMillis(200)).until(() -> !insert.isDone());
            assertThat(Sql.number(ENGINE.dataSource(), "select count(*) from parcel"))
                    .isZero();

            proxy.heal();

            assertThat(insert).succeedsWithin(Duration.ofSeconds(5));
        }
        assertThat(Sql.number(dataSource, "select count(*) from parcel")).isEqualTo(1);
    }

    @Test
    void holdsBackOneDirectionOnly() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            proxy.blackhole(Direction.TO_CLIENT);
            CompletableFuture<Void> insert = CompletableFuture.runAsync(() -> insertUnchecked(connection));
            await().until(() -> Sql.number(ENGINE.dataSource(), "select count(*) from parcel") == 1);

            assertThat(insert).isNotDone();
            proxy.cutAll();

            assertThat(insert).failsWithin(Duration.ofSeconds(5));
        }
    }

    @Test
    void delaysEachDirection() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            proxy.delay(Duration.ofMillis(100));
            long start = System.nanoTime();
            insert(connection, 1);

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
        }
    }

    @Test
    void refusesNewConnectionsUntilHealed() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            proxy.refuse();
            insert(connection, 1);
            assertThatThrownBy(dataSource::getConnection).isInstanceOf(SQLException.class);

            proxy.heal();

            assertThat(Sql.number(dataSource, "select count(*) from parcel")).isEqualTo(1);
        }
    }

    private static void insert(Connection connection, int id) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("insert into parcel values (" + id + ")");
        }
    }

    private static void insertUnchecked(Connection connection) {
        try {
            insert(connection, 1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
