package io.rowlock.bench.load;

import static io.rowlock.bench.result.Metric.PAIRS;
import static io.rowlock.bench.result.Metric.PAIR_P50;
import static io.rowlock.bench.result.Metric.PAIR_P99;

import io.rowlock.bench.client.LockClient;
import io.rowlock.bench.client.Names;
import io.rowlock.bench.measure.Crew;
import io.rowlock.bench.measure.Latencies;
import io.rowlock.bench.result.Metric;
import io.rowlock.bench.stage.Costs;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/**
 * Threads that acquire and release locks of their own, as fast as they can. The count lies between two moments at
 * which all of them run, so that neither their start nor their end matters.
 */
public final class Load implements AutoCloseable {
    private final LockClient client;
    private final LongAdder pairs = new LongAdder();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final List<Thread> threads;
    private volatile Latencies latencies = new Latencies();
    private volatile boolean stopped;

    private Load(LockClient client, int threads) {
        this.client = client;
        this.threads = IntStream.range(0, threads)
                .mapToObj(number -> new Thread(() -> work(Names.of(number)), "bench-" + number))
                .toList();
    }

    public static Load start(LockClient client, int threads) {
        Load load = new Load(client, threads);
        load.threads.forEach(Thread::start);
        return load;
    }

    /** Takes every lock of so many threads once, so that its row is there. */
    public static void firstLap(LockClient client, int threads) throws Exception {
        Crew.run(threads, threads, number -> {
            for (String name : Names.of(number)) {
                client.take(name).release();
            }
        });
    }

    /** Pairs a second, from now on for that long; longer if none was done in that time. */
    public double rate(Duration measured) throws InterruptedException {
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

    /** Measures for that long from now on: the rate, the times of a pair, and the costs of the pairs. */
    public Map<Metric, Double> figures(Duration measured, Costs costs) throws InterruptedException {
        Latencies times = new Latencies();
        latencies = times;
        Map<Metric, Double> before = costs.totals();
        long begin = pairs.sum();
        Map<Metric, Double> figures = new EnumMap<>(Metric.class);
        figures.put(PAIRS, rate(measured));
        figures.put(PAIR_P50, times.micros(0.5));
        figures.put(PAIR_P99, times.micros(0.99));
        Map<Metric, Double> after = costs.totals();
        long done = pairs.sum() - begin;
        after.forEach((metric, total) -> figures.put(metric, (total - before.getOrDefault(metric, 0.0)) / done));
        return figures;
    }

    private void work(List<String> names) {
        try {
            for (int next = 0; !stopped; next = (next + 1) % names.size()) {
                long begin = System.nanoTime();
                client.take(names.get(next)).release();
                latencies.add(System.nanoTime() - begin);
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
