package io.rowlock.bench.scenario;

import io.rowlock.bench.contestant.LockClient;
import io.rowlock.bench.contestant.Names;
import io.rowlock.bench.measure.Crew;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/**
 * Threads that acquire and release locks of their own, as fast as they can. The count lies between two moments at
 * which all of them run, so that neither their start nor their end matters.
 */
final class Load implements AutoCloseable {
    private final LockClient client;
    private final LongAdder pairs = new LongAdder();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final List<Thread> threads;
    private volatile boolean stopped;

    private Load(LockClient client, int threads) {
        this.client = client;
        this.threads = IntStream.range(0, threads)
                .mapToObj(number -> new Thread(() -> work(Names.of(number)), "bench-" + number))
                .toList();
    }

    static Load start(LockClient client, int threads) {
        Load load = new Load(client, threads);
        load.threads.forEach(Thread::start);
        return load;
    }

    /** Takes every lock of so many threads once, so that its row is there. */
    static void firstLap(LockClient client, int threads) throws Exception {
        Crew.run(threads, threads, number -> {
            for (String name : Names.of(number)) {
                client.take(name).release();
            }
        });
    }

    /** Pairs a second, from now on for that long; longer if none was done in that time. */
    double rate(Duration measured) throws InterruptedException {
        long begin = System.nanoTime();
        long before = pairs.sum();
        Thread.sleep(measured.toMillis());
        while (pairs.sum() == before && failure.get() == null) {
            Thread.sleep(1);
        }
        long done = pairs.sum() - before;
        double seconds = (System.nanoTime() - begin) / 1e9;
        check();
        return done / seconds;
    }

    private void work(List<String> names) {
        try {
            for (int next = 0; !stopped; next = (next + 1) % names.size()) {
                client.take(names.get(next)).release();
                pairs.increment();
            }
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
        }
    }

    @Override
    public void close() throws InterruptedException {
        stopped = true;
        for (Thread thread : threads) {
            thread.join();
        }
        check();
    }

    private void check() {
        Throwable cause = failure.get();
        if (cause != null) {
            throw new IllegalStateException("a contestant failed: " + cause.getMessage(), cause);
        }
    }
}
