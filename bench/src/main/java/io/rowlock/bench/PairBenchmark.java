package io.rowlock.bench;

import io.rowlock.Rowlock;
import io.rowlock.engines.Engines;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;

/** The whole way of an acquire and a release, over a database that has no network and no disk. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@SuppressWarnings("NullAway.Init")
public class PairBenchmark {
    private Rowlock rowlock;
    private final AtomicInteger threads = new AtomicInteger();

    /** A lock of its own for each thread. */
    @State(Scope.Thread)
    public static class Name {
        private String name;

        @Setup(Level.Trial)
        public void choose(PairBenchmark benchmark) {
            name = "benchmark-" + benchmark.threads.incrementAndGet();
        }
    }

    @Setup(Level.Trial)
    public void open() {
        rowlock = Rowlock.create(Engines.h2Memory().dataSource());
    }

    @Benchmark
    @Threads(1)
    public void alone(Name lock) {
        rowlock.lock(lock.name).acquire().close();
    }

    @Benchmark
    @Threads(64)
    public void together(Name lock) {
        rowlock.lock(lock.name).acquire().close();
    }

    @TearDown(Level.Trial)
    public void close() {
        rowlock.close();
    }
}
