package io.rowlock.internal.dispatch;

import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.time.Ticker;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * For how long the data source has had no connection to give. A connection that was had ends that, and so does a failure of the
 * database: an outage is not the pool's. Thread-safe.
 */
public final class Starvation {
    /** A worker pauses for up to 1.6 seconds between two attempts to connect, and an acquisition for half a second. */
    private static final long BETWEEN_ATTEMPTS = TimeUnit.SECONDS.toNanos(3);

    private final Ticker ticker;
    private final BooleanSupplier connected;
    private int asking;
    private long since;
    private long answeredAt;
    private @Nullable Throwable said;

    Starvation(Ticker ticker, BooleanSupplier connected) {
        this.ticker = ticker;
        this.connected = connected;
        since = ticker.nanos();
        answeredAt = since;
    }

    /** A worker asks for a connection. */
    synchronized void asks() {
        if (isOver()) {
            said = null;
            since = ticker.nanos();
        }
        asking++;
    }

    /** A worker was answered: by a connection if there is no failure. */
    synchronized void answered(@Nullable StoreException failure) {
        asking--;
        answeredAt = ticker.nanos();
        if (failure != null && failure.kind() == StoreException.Kind.EXHAUSTED) {
            said = failure.getCause();
        } else {
            said = null;
            since = answeredAt;
        }
    }

    /** A worker has given its connection back. */
    synchronized void released() {
        since = ticker.nanos();
    }

    /** For how long, in nanoseconds; 0 if a worker has a connection, or none was asked for lately. */
    public long nanos() {
        return connected.getAsBoolean() ? 0 : nanosWithoutConnection();
    }

    private synchronized long nanosWithoutConnection() {
        return isOver() ? 0 : ticker.nanos() - since;
    }

    /** The last words of the data source, if it said that it has no connection to spare. */
    public synchronized Optional<String> said() {
        return Optional.ofNullable(said).map(told -> String.valueOf(told.getMessage()));
    }

    private boolean isOver() {
        return asking == 0 && ticker.nanos() - answeredAt > BETWEEN_ATTEMPTS;
    }
}
