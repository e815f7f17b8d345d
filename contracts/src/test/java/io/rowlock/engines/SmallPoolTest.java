package io.rowlock.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.testkit.source.CountingDataSource;
import io.rowlock.testkit.source.SmallPool;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SmallPoolTest {

    private final CountingDataSource source =
            new CountingDataSource(Engines.h2Memory().dataSource());
    private final SmallPool pool = new SmallPool(source, 1, Duration.ofMillis(50));

    @AfterEach
    void closesAll() throws SQLException {
        pool.close();
        assertThat(source.open()).isZero();
    }

    @Test
    void lendsTheSameConnectionAgain() throws SQLException {
        assertThat(Sql.number(pool, "select 1")).isEqualTo(1);
        assertThat(Sql.number(pool, "select 2")).isEqualTo(2);

        assertThat(source.taken()).isEqualTo(1);
        assertThat(pool.lent()).isZero();
    }

    @Test
    void failsWhenExhausted() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            assertThat(connection.isClosed()).isFalse();
            assertThatThrownBy(pool::getConnection)
                    .isInstanceOf(SQLTransientConnectionException.class)
                    .hasMessageContaining("all 1 connections");
        }
        assertThat(Sql.number(pool, "select 1")).isEqualTo(1);
    }

    @Test
    void takesAConnectionBackOnceAndThenRejectsIt() throws SQLException {
        Connection connection = pool.getConnection();
        connection.close();
        connection.close();

        assertThat(pool.lent()).isZero();
        assertThat(connection.isClosed()).isTrue();
        assertThatThrownBy(connection::createStatement).isInstanceOf(SQLException.class);
    }

    @Test
    void resetsNothing() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
        }
        try (Connection connection = pool.getConnection()) {
            assertThat(connection.getAutoCommit()).isFalse();
        }
    }

    @Test
    void replacesAConnectionThatKnowsItIsClosed() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            Engines.h2Memory().killConnections();
            assertThatThrownBy(() -> Sql.number(connection, "select 1")).isInstanceOf(SQLException.class);
        }
        assertThat(Sql.number(pool, "select 1")).isEqualTo(1);
    }
}
