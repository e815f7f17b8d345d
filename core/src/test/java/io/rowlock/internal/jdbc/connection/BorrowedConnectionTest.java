package io.rowlock.internal.jdbc.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

class BorrowedConnectionTest {

    /** HikariCP's connections say that they are open after an abort, and fail to roll back. */
    @Test
    void aRollbackThatFailsDoesNotHideWhyTheConnectionIsRejected() {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:borrowed-connection;DB_CLOSE_DELAY=-1");

        assertThatThrownBy(() -> BorrowedConnection.from(inTheMiddleOfATransaction(database)))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("in the middle of a transaction")
                .satisfies(rejected -> assertThatThrownBy(() -> {
                            throw rejected.getSuppressed()[0];
                        })
                        .hasMessage("Connection is closed"));
    }

    /** A driver that does not fit the JDK or its own parts throws errors, each time again. */
    @Test
    void aConnectionIsNotLeakedByAnError() throws SQLException {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:borrowed-connection-error");
        List<Connection> lent = new ArrayList<>();

        assertThatThrownBy(() -> BorrowedConnection.from(database, connection -> {
                    lent.add(connection);
                    throw new NoClassDefFoundError("the test's own failure");
                }))
                .isInstanceOf(NoClassDefFoundError.class);

        assertThat(lent).hasSize(1);
        assertThat(lent.get(0).isClosed()).isTrue();
    }

    @Test
    void aTimeoutOfWhichAMomentHasPassedIsNotSetAnew() throws SQLException {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:borrowed-connection-timeout");
        List<Integer> set = new ArrayList<>();
        BorrowedConnection connection = BorrowedConnection.from(noting(set, database));
        Duration whole = Duration.ofSeconds(5);

        connection.callTimeout(whole.minusNanos(100_000));
        connection.callTimeout(whole);
        connection.callTimeout(whole.minusNanos(900_000));
        connection.callTimeout(whole.minusMillis(1));

        assertThat(set).containsExactly(5_000, 4_999);
        connection.giveBack();
    }

    private static DataSource noting(List<Integer> timeouts, DataSource source) {
        return (DataSource) Proxy.newProxyInstance(
                BorrowedConnectionTest.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (self, method, arguments) -> noting(timeouts, source.getConnection()));
    }

    private static Connection noting(List<Integer> timeouts, Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                BorrowedConnectionTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (self, method, arguments) -> {
                    if (method.getName().equals("setNetworkTimeout")) {
                        timeouts.add((Integer) arguments[1]);
                    }
                    return method.invoke(connection, arguments);
                });
    }

    private static DataSource inTheMiddleOfATransaction(DataSource source) {
        return (DataSource) Proxy.newProxyInstance(
                BorrowedConnectionTest.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (self, method, arguments) -> withoutRollback(dirty(source)));
    }

    private static Connection dirty(DataSource source) throws SQLException {
        Connection connection = source.getConnection();
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS work (id INT)");
            connection.setAutoCommit(false);
            statement.execute("INSERT INTO work VALUES (1)");
        }
        return connection;
    }

    private static Connection withoutRollback(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                BorrowedConnectionTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (self, method, arguments) -> {
                    if (method.getName().equals("rollback")) {
                        throw new SQLException("Connection is closed");
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }
}
