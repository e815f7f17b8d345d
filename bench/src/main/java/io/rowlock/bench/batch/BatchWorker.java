package io.rowlock.bench.batch;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Sends what queued up while the previous statement was under way; there is no timer. */
final class BatchWorker implements AutoCloseable {
    private static final int MOST = 512;

    private final BatchStatements statements;
    private final Queue<Request> queue = new ConcurrentLinkedQueue<>();
    private final Thread thread = new Thread(this::work, "batch-alone");
    private volatile boolean idle;
    private volatile boolean stopped;

    BatchWorker(Connection connection) {
        statements = new BatchStatements(connection);
        thread.setDaemon(true);
        thread.start();
    }

    long ask(Request request) throws SQLException {
        queue.add(request);
        if (idle) {
            LockSupport.unpark(thread);
        }
        return request.await();
    }

    private void work() {
        while (!stopped) {
            List<Request> batch = gather();
            if (!batch.isEmpty()) {
                send(batch);
            } else {
                rest();
            }
        }
    }

    private void rest() {
        idle = true;
        if (queue.isEmpty() && !stopped) {
            LockSupport.park(this);
        }
        idle = false;
    }

    /** No two are of the same row: the threads have names of their own, and each waits for its answer. */
    private List<Request> gather() {
        List<Request> batch = new ArrayList<>();
        for (Request next = queue.poll(); next != null; next = batch.size() < MOST ? queue.poll() : null) {
            batch.add(next);
        }
        return batch;
    }

    private void send(List<Request> batch) {
        SQLException failure = null;
        try {
            statements.run(batch);
        } catch (SQLException e) {
            failure = e;
        }
        complete(batch, failure);
    }

    private static void complete(List<Request> batch, @Nullable SQLException failure) {
        batch.forEach(request -> request.complete(failure));
    }

    @Override
    public void close() throws InterruptedException {
        stopped = true;
        LockSupport.unpark(thread);
        thread.join();
    }
}
