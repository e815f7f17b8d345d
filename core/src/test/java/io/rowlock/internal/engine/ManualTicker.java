package io.rowlock.internal.engine;

import java.time.Duration;

/** Time that passes only when told to. */
final class ManualTicker implements Ticker {
    private long nanos;

    /** Begins shortly before the number overflows, as a real clock may. */
    ManualTicker() {
        nanos = Long.MAX_VALUE - Duration.ofSeconds(5).toNanos();
    }

    @Override
    public long nanos() {
        return nanos;
    }

    long in(Duration ahead) {
        return nanos + ahead.toNanos();
    }

    void pass(Duration time) {
        nanos += time.toNanos();
    }
}
