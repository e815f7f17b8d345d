package io.rowlock.internal.engine;

import io.rowlock.spi.Micros;
import java.time.Duration;

/**
 * An estimate of the database's time, from what it last told. It decides nothing: it only puts a latest moment into
 * claims, and one that is off makes a claim too late, which the refusal corrects.
 */
final class DatabaseClock {
    private record Observation(long micros, long nanos) {}

    private final Ticker ticker;
    private volatile Observation last;

    DatabaseClock(Ticker ticker, long micros) {
        this.ticker = ticker;
        last = new Observation(micros, ticker.nanos());
    }

    void observe(long micros) {
        last = new Observation(micros, ticker.nanos());
    }

    /** The database's time, so long from now. */
    long in(Duration ahead) {
        Observation seen = last;
        return seen.micros + (ticker.nanos() - seen.nanos) / 1_000 + Micros.of(ahead);
    }
}
