package io.rowlock.chaos.worker;

import io.rowlock.testkit.source.SmallPool;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Takes whatever connection comes free in a pool, and keeps them all for a while. */
final class PoolExhaustion {
    private final SmallPool pool;
    private final Queue<Connection> taken = new ConcurrentLinkedQueue<>();
    private volatile boolean active;

    PoolExhaustion(SmallPool pool) {
        this.pool = pool;
    }

    void begin() {
        active = true;
        Thread thread = new Thread(this::take, "exhaustion");
        thread.setDaemon(true);
        thread.start();
    }

    private void take() {
        while (active) {
            try {
                taken.add(pool.getConnection());
            } catch (SQLException noneLeft) {
                // The pool is exhausted, as intended.
            }
        }
        giveBack();
    }

    void end() {
        active = false;
        giveBack();
    }

    private void giveBack() {
        for (Connection next = taken.poll(); next != null; next = taken.poll()) {
            try {
                next.close();
            } catch (SQLException broken) {
                // It is the pool's from here on.
            }
        }
    }
}
