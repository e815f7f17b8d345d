package io.rowlock.chaos.worker;

import io.rowlock.chaos.worker.LockRecorder.HeldLock;
import io.rowlock.testkit.source.SmallPool;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * More transactions of the application than the pool has connections. Each takes one, reads something, and asks for a lock
 * before it goes on, so that the library, which shares the pool, may get none.
 */
final class PoolContention {
    private static final Duration WAIT = Duration.ofMillis(200);

    private final LockRecorder recorder;
    private final Transactions transactions;
    private final List<String> locks;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean active;

    PoolContention(LockRecorder recorder, Transactions transactions, List<String> locks) {
        this.recorder = recorder;
        this.transactions = transactions;
        this.locks = locks;
    }

    void start(SmallPool pool, int size) {
        active = true;
        for (int i = 0; i < size; i++) {
            Thread thread = new Thread(() -> contend(pool), WorkerThreads.USER + "contention-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    private void contend(SmallPool pool) {
        while (active) {
            try (Connection connection = pool.getConnection()) {
                try {
                    transaction(connection);
                } catch (SQLException broken) {
                    connection.abort(Runnable::run);
                }
            } catch (SQLException noneLeft) {
                // As it is meant to be.
            }
        }
    }

    private void transaction(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT n FROM chaos_counter WHERE kind = 'none'");
        }
        String lock = locks.get(ThreadLocalRandom.current().nextInt(locks.size()));
        Optional<HeldLock> held = recorder.acquire(lock, WAIT, true, Interrupter.never());
        try {
            if (held.isPresent()) {
                transactions.guardedOn(connection, held.get());
            }
        } finally {
            held.ifPresent(recorder::release);
        }
        connection.rollback();
        connection.setAutoCommit(true);
    }

    /** Ends all transactions. */
    void stop() {
        active = false;
        for (Thread thread : threads) {
            try {
                thread.join(20_000);
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted while ending", e);
            }
        }
        threads.clear();
    }
}
