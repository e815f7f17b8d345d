package io.rowlock.engines.errors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.rowlock.Hold;
import io.rowlock.LockSetupException;
import io.rowlock.LockStoreException;
import io.rowlock.Rowlock;
import io.rowlock.engines.Engines;
import io.rowlock.engines.server.Engine;
import io.rowlock.engines.server.UrlDataSource;
import io.rowlock.testkit.source.PlainDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A data source that gives no connection: what is wrong with it, in the message, and soon. */
class DataSourceErrorsTest {
    private static final String CLOSED = "could not acquire lock 'orders': the data source is closed (%s);"
            + " close Rowlock before its data source, and build another on one that is open; nothing was changed";

    static Stream<Engine> all() {
        return Stream.of(Engines.h2Memory(), Engines.postgres(), Engines.mySql(), Engines.mariaDb());
    }

    /** After wrong passwords H2 lets the next login wait for seconds, which would be another test's. */
    @AfterEach
    void logIn() throws SQLException {
        Engines.h2Memory().dataSource().getConnection().close();
    }

    @ParameterizedTest
    @MethodSource("all")
    void aWrongPasswordIsNamedAtTheStart(Engine engine) {
        engine.require();

        assertThatExceptionOfType(LockSetupException.class)
                .isThrownBy(() -> Rowlock.create(wrong(engine)))
                .withMessageMatching("no connection for the check of the database: " + rejected(engine));
    }

    @ParameterizedTest
    @MethodSource("all")
    void aWrongPasswordBehindALazyPoolIsNamedWhenThePoolGivesUp(Engine engine) {
        engine.require();
        try (HikariDataSource lazy = pool(wrong(engine), Duration.ofSeconds(1))) {
            assertThatExceptionOfType(LockSetupException.class)
                    .isThrownBy(() -> Rowlock.create(lazy))
                    .withMessageMatching("no connection for the check of the database: " + rejected(engine));
        }
    }

    /** As HikariCP comes: it connects when it is first asked, and fails at once. */
    @ParameterizedTest
    @MethodSource("all")
    void aWrongPasswordBehindAPoolThatFailsAtOnceIsNamed(Engine engine) {
        engine.require();
        try (HikariDataSource eager = new HikariDataSource()) {
            eager.setDataSource(wrong(engine));

            assertThatExceptionOfType(LockSetupException.class)
                    .isThrownBy(() -> Rowlock.create(eager))
                    .withMessageMatching("no connection for the check of the database: " + rejected(engine));
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void aPasswordThatNoLongerHoldsEndsAWaitAtOnce(Engine engine) {
        engine.require();
        Turning turning = new Turning(engine.dataSource());
        try (Rowlock rowlock = client(turning)) {
            turning.to(wrong(engine));

            assertThat(acquiring(rowlock))
                    .failsWithin(60, TimeUnit.SECONDS)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(LockStoreException.class)
                    .withMessageMatching(
                            "could not acquire lock 'orders': " + rejected(engine) + "; nothing was changed");
        }
    }

    @Test
    void aClosedHikariPoolEndsAWaitAtOnce() {
        HikariDataSource pool = pool(Engines.h2Memory().dataSource(), Duration.ofSeconds(30));
        try (Rowlock rowlock = client(pool)) {
            pool.close();

            assertClosed(rowlock, "HikariDataSource " + pool + " has been closed.");
        }
    }

    @Test
    void aClosedPoolBehindAWrapperEndsAWaitAtOnce() {
        HikariDataSource pool = pool(Engines.h2Memory().dataSource(), Duration.ofSeconds(30));
        try (Rowlock rowlock = client(new Wrapper(pool))) {
            pool.close();

            assertClosed(rowlock, "HikariDataSource " + pool + " has been closed.");
        }
    }

    @Test
    void aDisposedPoolOfH2EndsAWaitAtOnce() {
        JdbcConnectionPool pool = JdbcConnectionPool.create("jdbc:h2:mem:errors", "sa", "");
        try (Rowlock rowlock = client(pool)) {
            pool.dispose();

            assertRejected(
                    rowlock,
                    "could not acquire lock 'orders': the data source is closed or not set up (Connection pool has been disposed.);"
                            + " if it was closed, close Rowlock before it, else correct its settings; nothing was changed");
        }
    }

    private static void assertClosed(Rowlock rowlock, String said) {
        assertRejected(rowlock, CLOSED.formatted(said));
    }

    private static void assertRejected(Rowlock rowlock, String message) {
        assertThat(acquiring(rowlock))
                .failsWithin(60, TimeUnit.SECONDS)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(LockStoreException.class)
                .withMessage(message);
    }

    private static CompletableFuture<Hold> acquiring(Rowlock rowlock) {
        return CompletableFuture.supplyAsync(() -> rowlock.lock("orders").acquire(Duration.ofMinutes(9)));
    }

    /** Its connection is given back at once, so that the next call needs another. */
    private static Rowlock client(DataSource source) {
        return Rowlock.builder(source)
                .table("errors_" + UUID.randomUUID().toString().substring(0, 8))
                .callTimeout(Duration.ofSeconds(2))
                .build();
    }

    static HikariDataSource pool(DataSource source, Duration patience) {
        HikariDataSource pool = new HikariDataSource();
        pool.setPoolName("errors");
        pool.setDataSource(source);
        pool.setMaximumPoolSize(2);
        pool.setInitializationFailTimeout(-1);
        pool.setConnectionTimeout(patience.toMillis());
        return pool;
    }

    private static DataSource wrong(Engine engine) {
        return new UrlDataSource(engine.jdbcUrl(), engine.user(), "not the password");
    }

    static String rejected(Engine engine) {
        String said = switch (engine.product()) {
            case POSTGRESQL -> "FATAL: password authentication failed for user \".+\", SQLState 28P01, code 0";
            case MYSQL -> "Access denied for user '.+'@'.+' \\(using password: YES\\), SQLState 28000, code 1045";
            case MARIADB ->
                "\\(conn=\\d+\\) Access denied for user '.+'@'.+' \\(using password: YES\\),"
                        + " SQLState 28000, code 1045";
            case H2, ORACLE, SQL_SERVER -> "Wrong user name or password \\[28000-\\d+\\], SQLState 28000, code 28000";
        };
        return "the database rejects the user or the password of the data source \\(" + said
                + "\\); correct them in its settings";
    }

    /** A data source that leads elsewhere from a moment on. */
    private static final class Turning implements PlainDataSource {
        private volatile DataSource now;

        Turning(DataSource first) {
            now = first;
        }

        void to(DataSource next) {
            now = next;
        }

        @Override
        public Connection getConnection() throws SQLException {
            return now.getConnection();
        }
    }

    /** A wrapper such as a container puts around a pool. */
    private record Wrapper(DataSource inner) implements PlainDataSource {
        @Override
        public Connection getConnection() throws SQLException {
            return inner.getConnection();
        }

        @Override
        public <T> T unwrap(Class<T> type) throws SQLException {
            return inner.unwrap(type);
        }

        @Override
        public boolean isWrapperFor(Class<?> type) {
            return type.isInstance(inner);
        }
    }
}
