package io.rowlock.bench;

import io.rowlock.LockKey;
import io.rowlock.internal.queue.LocalQueue;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The cost of the local queue for an acquire without contention. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LocalQueueBenchmark {
    private static final LocalQueue.Queued NOBODY = new LocalQueue.Queued() {
        @Override
        public void onFirstInLine() {}

        @Override
        public void wakeUp() {}

        @Override
        public void onClosed() {}
    };

    private final LocalQueue queue = new LocalQueue();
    private final LockKey key = LockKey.of("benchmark");

    /** Joins the line, is first, and leaves it. */
    @Benchmark
    public boolean joinAndLeave() {
        boolean first = queue.join(key, NOBODY);
        queue.leave(key, NOBODY);
        return first;
    }
}
