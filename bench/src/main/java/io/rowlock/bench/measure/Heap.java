package io.rowlock.bench.measure;

/** How much of the heap is reachable. */
public final class Heap {
    private static final int COLLECTIONS = 3;

    private Heap() {}

    /** In bytes, after what is unreachable was collected; references that are cleared late need more than one turn. */
    public static long used() throws InterruptedException {
        for (int turn = 0; turn < COLLECTIONS; turn++) {
            System.gc();
            Thread.sleep(50);
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
