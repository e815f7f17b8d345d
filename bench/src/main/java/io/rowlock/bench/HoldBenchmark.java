package io.rowlock.bench;

import io.rowlock.Hold;
import io.rowlock.Rowlock;
import io.rowlock.engines.Engines;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The question that is asked in loops: do I still have it? */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init")
public class HoldBenchmark {
    private Rowlock rowlock;
    private Hold hold;

    @Setup(Level.Trial)
    public void acquire() {
        rowlock = Rowlock.create(Engines.h2Memory().dataSource());
        hold = rowlock.lock("benchmark").acquire();
    }

    @Benchmark
    public boolean isHeld() {
        return hold.isHeld();
    }

    @TearDown(Level.Trial)
    public void close() {
        rowlock.close();
    }
}
