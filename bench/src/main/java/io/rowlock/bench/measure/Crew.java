package io.rowlock.bench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that share a list of work, each doing a part that nobody else does. */
public final class Crew {

    /** The work for each number. */
    @FunctionalInterface
    public interface Work {
        void run(int number) throws Exception;
    }

    private Crew() {}

    /** Does the work for every number below {@code count}; a thread has every {@code threads}-th of them. */
    public static void run(int threads, int count, Work work) throws Exception {
        ExecutorService crew = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> parts = new ArrayList<>();
            for (int first = 0; first < threads; first++) {
                int start = first;
                parts.add(crew.submit(() -> {
                    for (int number = start; number < count; number += threads) {
                        work.run(number);
                    }
                    return null;
                }));
            }
            await(parts);
        } finally {
            crew.shutdownNow();
        }
    }

    private static void await(List<Future<?>> parts) throws InterruptedException {
        for (Future<?> part : parts) {
            try {
                part.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException("a contestant failed: " + e.getCause(), e.getCause());
            }
        }
    }
}
