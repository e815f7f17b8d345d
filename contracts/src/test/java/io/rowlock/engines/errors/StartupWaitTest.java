package io.rowlock.engines.errors;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.rowlock.LockSetupException;
import io.rowlock.Rowlock;
import io.rowlock.engines.Engines;
import io.rowlock.engines.server.Engine;
import io.rowlock.engines.server.UrlDataSource;
import io.rowlock.testkit.source.PlainDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pools that keep the check at startup waiting. */
class StartupWaitTest {

    static Stream<Engine> servers() {
        return Stream.of(Engines.postgres(), Engines.mySql(), Engines.mariaDb());
    }

    @Test
    void aDataSourceThatGivesNeitherAConnectionNorAReasonIsNotWaitedForForever() {
        Blocking source = new Blocking(new CountDownLatch(1));
        try {
            assertThatExceptionOfType(LockSetupException.class)
                    .isThrownBy(() -> Rowlock.create(source))
                    .withMessage(
                            "the database was not checked within 35000 ms: it does not answer, or the data source gives"
                                    + " neither a connection nor a reason; its own log may tell, or set the pool's connection timeout"
                                    + " below 30 s");
        } finally {
            source.over.countDown();
        }
    }

    /** HikariCP tries again and again for 30 seconds, and tells of the driver's exception only then. */
    @ParameterizedTest
    @MethodSource("servers")
    @Tag("long")
    void aWrongPasswordIsNamedAlthoughThePoolTriesForHalfAMinute(Engine engine) {
        engine.require();
        try (HikariDataSource lazy = new HikariDataSource()) {
            lazy.setDataSource(new UrlDataSource(engine.jdbcUrl(), engine.user(), "not the password"));
            lazy.setInitializationFailTimeout(-1);

            assertThatExceptionOfType(LockSetupException.class)
                    .isThrownBy(() -> Rowlock.builder(lazy)
                            .callTimeout(Duration.ofSeconds(1))
                            .build())
                    .withMessageMatching(
                            "no connection for the check of the database: " + DataSourceErrorsTest.rejected(engine));
        }
    }

    private record Blocking(CountDownLatch over) implements PlainDataSource {
        @Override
        public Connection getConnection() throws SQLException {
            try {
                over.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            throw new SQLException("the test is over");
        }
    }
}
