package io.rowlock.bench.keeper;

import com.zaxxer.hikari.HikariDataSource;
import io.rowlock.Rowlock;
import io.rowlock.bench.contestant.Service;
import io.rowlock.bench.measure.StatementCount;
import io.rowlock.bench.stage.Stage;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/** A Rowlock that has worked, holds nothing, and waits for nothing. */
public final class Idler {
    public static final String STATEMENTS = "statements sent";
    public static final String THREADS = "threads";
    public static final String CONNECTIONS = "connections in use";
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private Idler() {}

    /** The statements that it sends in that time, and the threads and connections that it keeps. */
    public static Map<String, Double> watch(Stage stage, Duration time) throws Exception {
        long others = threads();
        try (HikariDataSource pool = stage.address(Service.DATABASE).pool(10)) {
            StatementCount statements = new StatementCount(pool);
            try (Rowlock rowlock = Rowlock.create(statements)) {
                rowlock.lock("idle").acquire().close();
                awaitRest(pool);
                long before = statements.sent();
                Thread.sleep(time.toMillis());
                return Map.of(
                        STATEMENTS, (double) (statements.sent() - before),
                        THREADS, (double) (threads() - others),
                        CONNECTIONS, (double) active(pool));
            }
        }
    }

    /** It keeps its connection for a moment after the last request. */
    private static void awaitRest(HikariDataSource pool) throws Exception {
        long begin = System.nanoTime();
        while (active(pool) > 0) {
            if (System.nanoTime() - begin > PATIENCE.toNanos()) {
                throw new TimeoutException("a client that holds nothing still has a connection after " + PATIENCE);
            }
            Thread.sleep(10);
        }
    }

    private static int active(HikariDataSource pool) {
        return pool.getHikariPoolMXBean().getActiveConnections();
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("rowlock-"))
                .count();
    }
}
