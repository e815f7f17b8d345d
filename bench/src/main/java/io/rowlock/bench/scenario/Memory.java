package io.rowlock.bench.scenario;

import static io.rowlock.bench.contestant.Contestant.ROWLOCK;
import static io.rowlock.bench.result.Metric.HEAP;

import com.zaxxer.hikari.HikariDataSource;
import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.Rowlock;
import io.rowlock.bench.contestant.Contestant;
import io.rowlock.bench.contestant.Service;
import io.rowlock.bench.measure.Heap;
import io.rowlock.bench.measure.Plan;
import io.rowlock.bench.measure.Recorder;
import io.rowlock.bench.result.Key;
import io.rowlock.bench.stage.Stage;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** The heap that an idle lock and a wait for one take. A hold's cost is measured by {@link Holding}. */
final class Memory implements Scenario {
    static final String LOCK_OBJECT = "a lock object";
    static final String WAITER = "a wait without a thread";
    private static final int LOCKS = 10_000;
    private static final int WAITERS = 10_000;
    private static final Duration WAIT = Duration.ofMinutes(5);

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public void run(Stage stage, List<Contestant> contestants, Plan plan, Recorder recorder) throws Exception {
        if (!contestants.contains(ROWLOCK)) {
            return;
        }
        try (HikariDataSource pool = stage.address(Service.DATABASE).pool(10);
                Rowlock rowlock = Rowlock.create(pool)) {
            recorder.record(key(stage, LOCK_OBJECT, LOCKS), 1, ofLocks(rowlock));
            recorder.record(key(stage, WAITER, WAITERS), 1, ofWaiters(rowlock));
        }
    }

    private Key key(Stage stage, String label, int count) {
        return new Key(name(), stage.name(), label, count, HEAP);
    }

    private static double ofLocks(Rowlock rowlock) throws InterruptedException {
        long before = Heap.used();
        List<DistributedLock> locks = IntStream.range(0, LOCKS)
                .mapToObj(number -> rowlock.lock("memory-" + number))
                .toList();
        try {
            return (double) (Heap.used() - before) / LOCKS;
        } finally {
            Reference.reachabilityFence(locks);
        }
    }

    private static double ofWaiters(Rowlock rowlock) throws InterruptedException {
        DistributedLock lock = rowlock.lock("memory");
        try (Hold taken = lock.acquire()) {
            long before = Heap.used();
            List<CompletableFuture<Hold>> waiters = IntStream.range(0, WAITERS)
                    .mapToObj(number -> lock.acquireAsync(WAIT).toCompletableFuture())
                    .toList();
            try {
                return (double) (Heap.used() - before) / WAITERS;
            } finally {
                waiters.forEach(waiter -> waiter.cancel(true));
            }
        }
    }
}
