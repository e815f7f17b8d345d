package io.rowlock.bench;

import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs the JMH benchmarks, which JMH finds on the class path. */
final class MicroBenchmarks {
    private MicroBenchmarks() {}

    static void run(boolean quick) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("io\\.rowlock\\..*Benchmark")
                .forks(quick ? 1 : 3)
                .warmupIterations(quick ? 2 : 5)
                .measurementIterations(quick ? 3 : 7)
                .warmupTime(TimeValue.milliseconds(500))
                .measurementTime(TimeValue.milliseconds(500));
        new Runner(options.build()).run();
    }
}
