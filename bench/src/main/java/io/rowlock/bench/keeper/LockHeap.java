package io.rowlock.bench.keeper;

import com.zaxxer.hikari.HikariDataSource;
import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.Rowlock;
import io.rowlock.bench.contestant.Service;
import io.rowlock.bench.measure.Heap;
import io.rowlock.bench.stage.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** The heap that each of many lock objects, holds and waits of Rowlock takes. */
public final class LockHeap {
    public static final String LOCK_OBJECT = "a lock object";
    public static final String HOLD = "a hold";
    public static final String WAITER = "a wait without a thread";
    private static final Duration WAIT = Duration.ofMinutes(5);

    private LockHeap() {}

    /** In bytes. */
    public static Map<String, Double> measure(Stage stage, int count) throws Exception {
        Map<String, Double> each = new LinkedHashMap<>();
        try (HikariDataSource pool = stage.address(Service.DATABASE).pool(10);
                Rowlock rowlock = Rowlock.create(pool)) {
            each.put(LOCK_OBJECT, ofLocks(rowlock, count));
            each.put(WAITER, ofWaiters(rowlock, count));
        }
        try (RowlockKeeper keeper = new RowlockKeeper(stage)) {
            each.put(HOLD, ofHolds(keeper, count));
        }
        return each;
    }

    /** Of what a keeper holds from now on. */
    public static double ofHolds(Keeper keeper, int count) throws Exception {
        return Heap.each(count, () -> {
            keeper.hold(count);
            return keeper;
        });
    }

    private static double ofLocks(Rowlock rowlock, int count) throws Exception {
        return Heap.each(
                count,
                () -> IntStream.range(0, count)
                        .mapToObj(number -> rowlock.lock("memory-" + number))
                        .toList());
    }

    private static double ofWaiters(Rowlock rowlock, int count) throws Exception {
        DistributedLock lock = rowlock.lock("memory");
        List<CompletableFuture<Hold>> waiters = new ArrayList<>(count);
        try (Hold taken = lock.acquire()) {
            return Heap.each(count, () -> {
                IntStream.range(0, count)
                        .forEach(number -> waiters.add(lock.acquireAsync(WAIT).toCompletableFuture()));
                return waiters;
            });
        } finally {
            waiters.forEach(waiter -> waiter.cancel(true));
        }
    }
}
