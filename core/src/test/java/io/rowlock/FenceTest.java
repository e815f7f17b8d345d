package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class FenceTest {

    @Test
    void anUnknownDatabaseIsRejected() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
            connection.setAutoCommit(false);
            assertThatExceptionOfType(LockSetupException.class)
                    .isThrownBy(() -> Fence.table("rowlock_fence").pass(calling(connection, "Derby"), "stock", 5))
                    .withMessageContaining("Derby");
        }
    }

    @Test
    void aClosedConnectionIsAFailureOfTheStore() throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
        connection.close();
        assertThatExceptionOfType(LockStoreException.class)
                .isThrownBy(() -> Fence.table("rowlock_fence").pass(connection, "stock", 5))
                .withCauseInstanceOf(SQLException.class);
    }

    /** H2's rollback of what was locked can undo what others commit, so there is to be nothing to roll back. */
    @Test
    void aRejectedWriterOnH2HasLockedNothing() throws SQLException {
        String url = "jdbc:h2:mem:refused;LOCK_TIMEOUT=100";
        Fence fence = Fence.table("rowlock_fence");
        try (Connection newer = DriverManager.getConnection(url);
                Connection older = DriverManager.getConnection(url)) {
            fence.createTable(newer);
            newer.setAutoCommit(false);
            older.setAutoCommit(false);
            fence.pass(newer, "stock", 9);
            newer.commit();
            assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> fence.pass(older, "stock", 7));
            assertThatNoException().isThrownBy(() -> fence.pass(newer, "stock", 10));
        }
    }

    @Test
    void theRejectionShowsNothingThatCouldForgeALine() {
        assertThat(new StaleTokenException("a\nb", 1, 2)).hasMessageContaining("'a\\u000Ab'");
    }

    /** The connection, to a database of another name. */
    private static Connection calling(Connection connection, String product) {
        return proxy(Connection.class, connection, "getMetaData", () -> named(connection, product));
    }

    private static DatabaseMetaData named(Connection connection, String product) throws SQLException {
        return proxy(DatabaseMetaData.class, connection.getMetaData(), "getDatabaseProductName", () -> product);
    }

    private static <T> T proxy(Class<T> type, T real, String changed, Answer answer) {
        return type.cast(Proxy.newProxyInstance(
                FenceTest.class.getClassLoader(),
                new Class<?>[] {type},
                (self, method, values) ->
                        method.getName().equals(changed) ? answer.get() : method.invoke(real, values)));
    }

    private interface Answer {
        Object get() throws SQLException;
    }
}
