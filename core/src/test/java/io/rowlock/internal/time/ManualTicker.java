package io.rowlock.internal.time;

import java.time.Duration;

/** Time that passes only when told to. */
public final class ManualTicker implements Ticker {
    private long nanos;

    /** Begins shortly before the number overflows, as a real clock may. */
    public ManualTicker() {
        nanos = Long.MAX_VALUE - Duration.ofSeconds(5).toNanos();
    }

    @Override
    public long nanos() {
        return nanos;
    }

    public long in(Duration ahead) {
        return nanos + ahead.toNanos();
    }

    public void pass(Duration time) {
        nanos += time.toNanos();
    }
}
