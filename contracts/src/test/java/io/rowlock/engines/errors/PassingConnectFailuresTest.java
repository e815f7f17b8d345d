package io.rowlock.engines.errors;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.Rowlock;
import io.rowlock.engines.Engines;
import io.rowlock.engines.server.Account;
import io.rowlock.engines.server.ServerEngine;
import io.rowlock.engines.server.UrlDataSource;
import io.rowlock.testkit.source.PlainDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A database that gives no connection for a while: callers go on waiting, and holds survive. */
class PassingConnectFailuresTest {
    private static final Duration CALL = Duration.ofSeconds(2);

    static Stream<ServerEngine> innoDb() {
        return Stream.of(Engines.mySql(), Engines.mariaDb());
    }

    /** Passwords are rotated: for a moment the data source has the old one. */
    @Test
    void aHoldOutlivesAPasswordThatIsRejectedForAMoment() {
        ServerEngine engine = Engines.postgres();
        engine.require();
        DataSource right = engine.dataSource();
        DataSource wrong = new UrlDataSource(engine.jdbcUrl(), engine.user(), "the old password");
        AtomicReference<DataSource> present = new AtomicReference<>(right);
        AtomicInteger rejected = new AtomicInteger();
        PlainDataSource rotated = () -> {
            try {
                return present.get().getConnection();
            } catch (SQLException failure) {
                rejected.incrementAndGet();
                throw failure;
            }
        };
        try (Rowlock rowlock = client(rotated);
                Hold hold = rowlock.lock(LockDefinition.of("held").withLease(Duration.ofSeconds(9)))
                        .acquire()) {
            present.set(wrong);
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> rejected.get() > 1);
            present.set(right);

            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> hold.remaining().compareTo(Duration.ofSeconds(7)) > 0);
            assertThat(hold.check()).isTrue();
        }
    }

    /** MySQL and MariaDB say so under a SQLState that stands for a missing privilege too. */
    @ParameterizedTest
    @MethodSource("innoDb")
    void tooManyConnectionsOfAUserEndNoWait(ServerEngine engine) throws SQLException {
        engine.require();
        Account account = Account.fresh();
        execute(engine, "CREATE USER " + account.user() + "@'%' IDENTIFIED BY '" + account.password() + "'");
        execute(engine, "GRANT ALL ON rowlock.* TO " + account.user() + "@'%'");
        DataSource source = new UrlDataSource(engine.jdbcUrl(), account.user(), account.password());
        try (Rowlock rowlock = client(source)) {
            execute(engine, "ALTER USER " + account.user() + "@'%' WITH MAX_USER_CONNECTIONS 1");
            CompletableFuture<Hold> waiting;
            try (Connection only = source.getConnection()) {
                assertThat(only.isClosed()).isFalse();
                waiting = acquiring(rowlock);
                Awaitility.await()
                        .during(CALL.multipliedBy(2))
                        .atMost(CALL.multipliedBy(4))
                        .until(() -> !waiting.isCompletedExceptionally());
            }
            execute(engine, "ALTER USER " + account.user() + "@'%' WITH MAX_USER_CONNECTIONS 0");

            assertThat(waiting).succeedsWithin(60, TimeUnit.SECONDS);
            waiting.join().close();
        }
    }

    private static void execute(ServerEngine engine, String sql) throws SQLException {
        DataSource admin = new UrlDataSource(engine.jdbcUrl(), Account.ADMIN.user(), Account.ADMIN.password());
        try (Connection connection = admin.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static CompletableFuture<Hold> acquiring(Rowlock rowlock) {
        return CompletableFuture.supplyAsync(() -> rowlock.lock("orders").acquire(Duration.ofMinutes(9)));
    }

    private static Rowlock client(DataSource source) {
        return Rowlock.builder(source)
                .table("passing_" + UUID.randomUUID().toString().substring(0, 8))
                .callTimeout(CALL)
                .build();
    }
}
