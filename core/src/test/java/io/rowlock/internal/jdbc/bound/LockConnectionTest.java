package io.rowlock.internal.jdbc.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rowlock.LockKey;
import io.rowlock.internal.jdbc.connection.BorrowedConnection;
import io.rowlock.internal.sql.NativeLocks;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

class LockConnectionTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final List<String> calls = new ArrayList<>();

    /** The abort may still be on its way when another borrower has the connection. */
    @Test
    void aConnectionWhoseAbortIsDecidedIsNotGivenBackToOthers() throws SQLException {
        LockConnection connection = new LockConnection(BorrowedConnection.from(source()), new NoLocks(true));
        Object user = new Object();
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> connection.use(user, SECOND, SECOND, used -> {
                    connection.abort(user);
                    return true;
                }))
                .withMessageContaining("aborted");
        calls.clear();

        connection.markIdle();

        assertThat(connection.isGivenBack()).isTrue();
        assertThat(calls).containsExactly("abort", "close");
    }

    /** Where an abort ends no session, the locks are unlocked by the one who discards, or by the one who used the connection then. */
    @Test
    void aSessionThatNoAbortEndsIsEndedThoughAnotherLooksAtItMeanwhile() throws Exception {
        NoLocks server = new NoLocks(false);
        int rounds = 200;
        for (int round = 0; round < rounds; round++) {
            LockConnection connection = new LockConnection(BorrowedConnection.from(source()), server);
            AtomicBoolean over = new AtomicBoolean();
            CountDownLatch begun = new CountDownLatch(1);
            Thread other = new Thread(() -> {
                begun.countDown();
                while (!over.get()) {
                    connection.isGivenBack();
                    connection.isUnlocked();
                }
            });
            other.start();
            begun.await();
            connection.discard();
            over.set(true);
            other.join();
        }
        assertThat(server.ended).hasValue(rounds);
    }

    /** Another worker renews over it, on a database that is slow and does not hang. */
    @Test
    void aWorkerWaitsForItsConnectionWhileAnotherUsesItForAMoment() throws Exception {
        LockConnection connection = new LockConnection(BorrowedConnection.from(source()), new NoLocks(true));
        CountDownLatch begun = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            try {
                connection.use(new Object(), SECOND, SECOND, used -> {
                    begun.countDown();
                    LockSupport.parkNanos(Duration.ofMillis(700).toNanos());
                    return true;
                });
            } catch (SQLException | BusyException failure) {
                throw new IllegalStateException(failure);
            }
        });
        other.start();
        begun.await();
        assertThat(connection.wake(Duration.ofSeconds(20))).isTrue();
        other.join();
    }

    private DataSource source() {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:lock-connection");
        return (DataSource) Proxy.newProxyInstance(
                LockConnectionTest.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (self, method, arguments) -> recorded(database.getConnection()));
    }

    private Connection recorded(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                LockConnectionTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (self, method, arguments) -> {
                    calls.add(method.getName());
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }

    /** A server that is never asked. */
    private static final class NoLocks implements NativeLocks {
        private final boolean endOnAbort;
        private final AtomicInteger ended = new AtomicInteger();

        NoLocks(boolean endOnAbort) {
            this.endOnAbort = endOnAbort;
        }

        @Override
        public boolean endOnAbort() {
            return endOnAbort;
        }

        @Override
        public String session(Connection connection) {
            return "session 1";
        }

        @Override
        public boolean tryLock(Connection connection, LockKey key) {
            return false;
        }

        @Override
        public boolean unlock(Connection connection, LockKey key) {
            return false;
        }

        @Override
        public void unlockAll(Connection connection, Set<LockKey> known) {
            ended.incrementAndGet();
        }

        @Override
        public Optional<String> holder(Connection connection, LockKey key) {
            return Optional.empty();
        }
    }
}
