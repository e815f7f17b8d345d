package io.rowlock.bench.label;

import static io.rowlock.bench.contestant.Contestant.REDISSON_MEMORY;
import static io.rowlock.bench.contestant.Contestant.ROWLOCK;

import io.rowlock.bench.result.Key;
import io.rowlock.bench.result.Measurement;
import io.rowlock.bench.result.Metric;
import io.rowlock.bench.result.Results;
import java.util.List;

/** Invented figures: at 8 threads Rowlock leads, at 1 it does not. */
public final class Figures {
    private Figures() {}

    public static Results results() {
        return new Results(List.of(
                pairs(REDISSON_MEMORY.label(), 1, 200),
                pairs(ROWLOCK.label(), 1, 100),
                pairs(ROWLOCK.label(), 8, 10_000),
                pairs(REDISSON_MEMORY.label(), 8, 5_000),
                new Measurement(new Key("hand-over", "A & B", ROWLOCK.label(), 2, Metric.HAND_OVER), 1, 80),
                new Measurement(new Key("hand-over", "A & B", "<stranger>", 2, Metric.HAND_OVER), 1, 90)));
    }

    private static Measurement pairs(String contestant, int threads, double value) {
        return new Measurement(new Key("pairs", "PostgreSQL", contestant, threads, Metric.PAIRS), 1, value);
    }
}
