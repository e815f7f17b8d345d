package io.rowlock;

import java.time.Duration;
import org.h2.jdbcx.JdbcConnectionPool;

/** Acquires and releases a lock that nobody else wants, a few times, between marks at which {@link WalkTest} stops it. */
final class WalkMain {
    private static final int ROUNDS = 12;

    private WalkMain() {}

    public static void main(String[] arguments) {
        JdbcConnectionPool source = JdbcConnectionPool.create("jdbc:h2:mem:walk;DB_CLOSE_DELAY=-1", "sa", "");
        try (Rowlock rowlock = Rowlock.builder(source)
                .createTable(true)
                .callTimeout(Duration.ofMinutes(5))
                .keepConnection(Duration.ofSeconds(1))
                .build()) {
            DistributedLock lock = rowlock.lock(LockDefinition.of("walk").withLease(Duration.ofHours(1)));
            for (int round = 0; round < ROUNDS; round++) {
                // A connection that was used for a second goes back after the first, and the second borrows it again.
                lock.acquire().close();
                lock.acquire().close();
                walk(lock);
            }
        } finally {
            source.dispose();
        }
    }

    private static void walk(DistributedLock lock) {
        awaitIdleWorkers();
        acquireBegins();
        Hold hold = lock.acquire();
        awaitIdleWorkers();
        acquireEnds();
        releaseBegins();
        hold.close();
        awaitIdleWorkers();
        releaseEnds();
    }

    /** A caller goes on before the worker has handled the answer and is idle. Spins, because a worker keeps its connection only briefly. */
    private static void awaitIdleWorkers() {
        while (Thread.getAllStackTraces().keySet().stream().anyMatch(WalkMain::isBusyWorker)) {
            Thread.onSpinWait();
        }
    }

    private static boolean isBusyWorker(Thread thread) {
        return thread.getName().startsWith("rowlock-worker")
                && thread.getState() != Thread.State.WAITING
                && thread.getState() != Thread.State.TIMED_WAITING;
    }

    static void acquireBegins() {}

    static void acquireEnds() {}

    static void releaseBegins() {}

    static void releaseEnds() {}
}
