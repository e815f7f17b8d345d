package io.rowlock.bench.measure;

import java.lang.ref.Reference;
import java.util.concurrent.Callable;

/** How much of the heap is reachable. */
public final class Heap {
    private static final int COLLECTIONS = 3;

    private Heap() {}

    /** The bytes that each of so many things takes; {@code making} makes them all, and its result keeps them. */
    public static double each(int count, Callable<?> making) throws Exception {
        long before = used();
        Object made = making.call();
        try {
            return (double) (used() - before) / count;
        } finally {
            Reference.reachabilityFence(made);
        }
    }

    /** In bytes, after what is unreachable was collected; references that are cleared late need more than one turn. */
    private static long used() throws InterruptedException {
        for (int turn = 0; turn < COLLECTIONS; turn++) {
            System.gc();
            Thread.sleep(50);
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
