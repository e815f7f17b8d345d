package io.rowlock.internal.acquire;

import io.rowlock.LockKey;
import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.time.Micros;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An estimate of the database's time, from the last reading of its clock. It only sets the latest moment at which a claim may be
 * granted. An estimate that is too early makes a claim too late, which the answer corrects. An estimate that is too late, because
 * the database's clock has fallen behind, would let a claim be granted for longer than it should; so the clock is read again now
 * and then.
 */
public final class DatabaseClock {
    private static final long FRESH = Duration.ofSeconds(30).toNanos();

    private record Observation(long micros, long nanos) {}

    private final Ticker ticker;
    private volatile Observation last;
    private final AtomicLong requestedAt;

    public DatabaseClock(Ticker ticker, long micros) {
        this.ticker = ticker;
        last = new Observation(micros, ticker.nanos());
        requestedAt = new AtomicLong(last.nanos);
    }

    /** Whether the last reading is so old that another is worth it; true once for each time that it is. */
    boolean isStale() {
        long now = ticker.nanos();
        long requested = requestedAt.get();
        return now - last.nanos > FRESH && now - requested > FRESH && requestedAt.compareAndSet(requested, now);
    }

    public void observe(long micros) {
        last = new Observation(micros, ticker.nanos());
    }

    /** Reads the clock in the background if that is due, so that no caller waits for it. */
    public void refresh(StoreExecutor executor, Duration timeout, LockKey key) {
        if (isStale()) {
            executor.submit(
                            "read the database's clock",
                            timeout,
                            store -> store.find(key).now())
                    .whenAnswered((micros, failure) -> {
                        if (micros != null) {
                            observe(micros);
                        }
                    });
        }
    }

    /** The database's time after the given time from now. */
    public long in(Duration ahead) {
        Observation seen = last;
        return seen.micros + (ticker.nanos() - seen.nanos) / 1_000 + Micros.of(ahead);
    }
}
