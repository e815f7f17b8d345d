package io.rowlock.engines.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Database;
import io.rowlock.Hold;
import io.rowlock.Rowlock;
import io.rowlock.engines.Engines;
import io.rowlock.engines.machine.Prerequisite;
import io.rowlock.engines.server.Engine;
import io.rowlock.testkit.source.PlainDataSource;
import io.rowlock.testkit.source.SmallPool;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A pool of the size that the page on setting up gives is never empty, though each thread has a transaction of its own open
 * and guards another, asks for further locks meanwhile, and a lock of another process is awaited.
 */
class PoolSizeTest {
    private static final int THREADS = 6;
    private static final int ROUNDS = 20;

    private final AtomicInteger timesEmpty = new AtomicInteger();
    private final CyclicBarrier allGuard = new CyclicBarrier(THREADS);

    static List<Engine> engines() {
        return List.of(Engines.h2Memory(), Engines.postgres());
    }

    @ParameterizedTest
    @MethodSource("engines")
    void aPoolOfTheSizeThatIsAdvisedIsNeverEmpty(Engine engine) throws Exception {
        Prerequisite.require(engine.availability());
        int size = THREADS * 2 + (engine.product() == Database.POSTGRESQL ? 3 : 2);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (SmallPool pool = new SmallPool(engine.dataSource(), size, Duration.ZERO);
                Rowlock rowlock = Rowlock.create((PlainDataSource) () -> connection(pool));
                Rowlock otherProcess = Rowlock.create(engine.dataSource());
                Hold taken = otherProcess.lock("of another process").acquire()) {
            CompletableFuture<Hold> awaited =
                    rowlock.lock("of another process").acquireAsync().toCompletableFuture();
            CompletableFuture.allOf(IntStream.range(0, THREADS)
                            .mapToObj(thread -> CompletableFuture.runAsync(() -> work(pool, rowlock, thread), threads))
                            .toArray(CompletableFuture[]::new))
                    .join();
            taken.close();
            awaited.join().close();
        } finally {
            threads.shutdown();
        }
        assertThat(timesEmpty).hasValue(0);
    }

    private Connection connection(SmallPool pool) throws SQLException {
        try {
            return pool.getConnection();
        } catch (SQLTransientConnectionException empty) {
            timesEmpty.incrementAndGet();
            throw empty;
        }
    }

    private void work(SmallPool pool, Rowlock rowlock, int thread) {
        try (Hold hold = rowlock.lock("of thread " + thread).acquire();
                Connection own = connection(pool)) {
            own.setAutoCommit(false);
            read(own);
            hold.guarded((PlainDataSource) () -> connection(pool), guarded -> {
                allGuard.await(30, TimeUnit.SECONDS);
                for (int round = 0; round < ROUNDS; round++) {
                    rowlock.lock("further of thread " + thread).run(() -> read(guarded));
                }
                return allGuard.await(30, TimeUnit.SECONDS);
            });
            own.commit();
            own.setAutoCommit(true);
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }

    private static void read(Connection connection) {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
        } catch (SQLException failure) {
            throw new AssertionError(failure);
        }
    }
}
