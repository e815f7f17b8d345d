package io.rowlock.internal.acquire;

import io.rowlock.LockKey;
import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.time.Micros;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An estimate of the database's time, from the last look at its clock. It only puts a latest moment into claims. One that is
 * too early makes a claim too late, which the refusal corrects. One that is too late, because the database's clock has fallen
 * behind since, would let a claim win for longer than it should; so the clock is looked at again now and then.
 */
public final class DatabaseClock {
    private static final long FRESH = Duration.ofSeconds(30).toNanos();

    private record Observation(long micros, long nanos) {}

    private final Ticker ticker;
    private volatile Observation last;
    private final AtomicLong askedAt;

    public DatabaseClock(Ticker ticker, long micros) {
        this.ticker = ticker;
        last = new Observation(micros, ticker.nanos());
        askedAt = new AtomicLong(last.nanos);
    }

    /** Whether the last look is so long ago that it is worth another; true once for each time that it is. */
    boolean isStale() {
        long now = ticker.nanos();
        long asked = askedAt.get();
        return now - last.nanos > FRESH && now - asked > FRESH && askedAt.compareAndSet(asked, now);
    }

    public void observe(long micros) {
        last = new Observation(micros, ticker.nanos());
    }

    /** Has the clock looked at in the background if that is due, so that no caller waits for it. */
    public void refresh(StoreExecutor lanes, Duration bound, LockKey key) {
        if (isStale()) {
            lanes.submit(
                            "look at the database's clock",
                            bound,
                            store -> store.find(key).now())
                    .whenAnswered((micros, failure) -> {
                        if (micros != null) {
                            observe(micros);
                        }
                    });
        }
    }

    /** The database's time, so long from now. */
    public long in(Duration ahead) {
        Observation seen = last;
        return seen.micros + (ticker.nanos() - seen.nanos) / 1_000 + Micros.of(ahead);
    }
}
