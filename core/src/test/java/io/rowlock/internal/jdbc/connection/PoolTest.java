package io.rowlock.internal.jdbc.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.LockSetupException;
import io.rowlock.Rowlock;
import io.rowlock.internal.store.LockStore.PoolUse;
import java.io.File;
import java.io.PrintWriter;
import java.io.Writer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** Pools are known by their public methods. */
class PoolTest {
    private static final String URL = "jdbc:h2:mem:pool";

    @Test
    void thePoolOfH2CountsTheConnectionsThatAreLent() throws SQLException {
        JdbcConnectionPool pool = JdbcConnectionPool.create(URL, "sa", "");
        pool.setMaxConnections(2);
        try (Connection one = pool.getConnection()) {
            assertThat(one.isClosed()).isFalse();
            assertThat(new Pool(pool).use()).contains(new PoolUse(1, 2));
            try (Connection other = pool.getConnection()) {
                assertThat(other.isClosed()).isFalse();
                assertThat(new Pool(pool).use())
                        .hasValueSatisfying(use -> assertThat(use.isExhausted()).isTrue());
            }
        }
        pool.dispose();
    }

    @Test
    void aPoolWithTheMethodsOfDbcpIsAsked() {
        assertThat(new Pool(new Dbcp(8)).use()).contains(new PoolUse(7, 8));
    }

    @Test
    void aPoolWithTheMethodsOfTomcatIsAsked() {
        assertThat(new Pool(new Tomcat()).use()).contains(new PoolUse(7, 9));
    }

    @Test
    void aPoolWithoutALimitIsNotKnownToBeExhausted() {
        assertThat(new Pool(new Dbcp(-1)).use()).isEmpty();
    }

    @Test
    void aPoolWhoseMethodFailsIsNotKnown() {
        assertThat(new Pool(new Failing()).use()).isEmpty();
        assertThat(new Pool(new Failing()).isClosed()).isFalse();
    }

    /** H2's data source writes each failed call to unwrap into a file below the working directory. */
    @Test
    void aDataSourceThatIsNoPoolIsNotAskedToUnwrapToOne() {
        long before = traced();
        JdbcDataSource unreachable = new JdbcDataSource();
        unreachable.setURL("jdbc:h2:mem:never-created;IFEXISTS=TRUE");

        assertThatExceptionOfType(LockSetupException.class).isThrownBy(() -> Rowlock.create(unreachable));
        assertThat(new Pool(unreachable).use()).isEmpty();

        assertThat(traced()).isEqualTo(before);
    }

    private static long traced() {
        return new File("trace.db/h2datasource.trace.db").length();
    }

    /** Its methods are public, as those of pools are. */
    public static class Dbcp extends NoConnections {
        private final int most;

        Dbcp(int most) {
            this.most = most;
        }

        public int getNumActive() {
            return 7;
        }

        public int getMaxTotal() {
            return most;
        }
    }

    /** The same with Tomcat's methods. */
    public static class Tomcat extends NoConnections {
        public int getNumActive() {
            return 7;
        }

        public int getMaxActive() {
            return 9;
        }
    }

    /** A pool that cannot say anything. */
    public static class Failing extends NoConnections {
        public boolean isClosed() {
            throw new IllegalStateException("not started");
        }

        public int getNumActive() {
            throw new IllegalStateException("not started");
        }

        public int getMaxTotal() {
            return 1;
        }
    }

    /** A data source that must not be asked for a connection. */
    public abstract static class NoConnections implements DataSource {
        @Override
        public Connection getConnection() {
            throw new AssertionError("a connection was opened");
        }

        @Override
        public Connection getConnection(String user, String password) {
            return getConnection();
        }

        @Override
        public PrintWriter getLogWriter() {
            return new PrintWriter(Writer.nullWriter());
        }

        @Override
        public void setLogWriter(PrintWriter out) {}

        @Override
        public void setLoginTimeout(int seconds) {}

        @Override
        public int getLoginTimeout() {
            return 0;
        }

        @Override
        public Logger getParentLogger() {
            return Logger.getGlobal();
        }

        @Override
        public <T> T unwrap(Class<T> type) throws SQLException {
            throw new SQLException("no " + type);
        }

        @Override
        public boolean isWrapperFor(Class<?> type) {
            return false;
        }
    }
}
