package io.rowlock.bench.measure;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How long something took, many times: a count for each step of two per cent. Thread-safe, and cheap enough to note each of some
 * ten thousand times a second.
 */
public final class Latencies {
    private static final double STEP = Math.log(1.02);

    /** Up to half an hour. */
    private static final int STEPS = 1_425;

    private final AtomicLongArray counts = new AtomicLongArray(STEPS);

    public void add(long nanos) {
        counts.incrementAndGet(Math.min(STEPS - 1, step(nanos)));
    }

    /** The time that this share of all took at most, in microseconds; 0 if there were none. */
    public double micros(double share) {
        long rank = Math.max(1, (long) Math.ceil(share * total()));
        int step = 0;
        for (long seen = counts.get(0); seen < rank && step < STEPS - 1; ) {
            step++;
            seen += counts.get(step);
        }
        return total() == 0 ? 0 : Math.exp((step + 0.5) * STEP) / 1e3;
    }

    private long total() {
        long total = 0;
        for (int step = 0; step < STEPS; step++) {
            total += counts.get(step);
        }
        return total;
    }

    private static int step(long nanos) {
        return (int) (Math.log((double) Math.max(1, nanos)) / STEP);
    }
}
