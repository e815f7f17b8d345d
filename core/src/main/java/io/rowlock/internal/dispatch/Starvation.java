package io.rowlock.internal.dispatch;

import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.time.Ticker;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * For how long the data source has had no connection to give.
 *
 * <ol>
 *   <li>It counts while a worker asks, and for a moment after one has asked in vain, because it will ask again. Nothing is known
 *       of a data source that nobody asks.
 *   <li>A connection that was had, or given back, ends that, and so does a failure of the database: an outage is not the pool's.
 * </ol>
 *
 * <p>Thread-safe.
 */
public final class Starvation {
    /** A worker pauses for up to 1.6 seconds between two attempts to connect, and an acquisition for half a second. */
    private static final long BETWEEN_ATTEMPTS = TimeUnit.SECONDS.toNanos(3);

    private final Ticker ticker;
    private final BooleanSupplier connected;
    private final Set<Object> asking = new HashSet<>();
    private final Set<Object> served = new HashSet<>();
    private long since;
    private long answeredAt;
    private boolean askedInVain;
    private @Nullable Throwable said;

    Starvation(Ticker ticker, BooleanSupplier connected) {
        this.ticker = ticker;
        this.connected = connected;
        since = ticker.nanos();
        answeredAt = since;
    }

    /** A worker asks for a connection. */
    synchronized void asks(Object worker) {
        if (isOver()) {
            said = null;
            since = ticker.nanos();
        }
        asking.add(worker);
    }

    /** A worker was answered: by a connection if there is no failure. Of a worker that was replaced it shows nothing. */
    synchronized void answered(Object worker, @Nullable StoreException failure) {
        if (!asking.remove(worker)) {
            return;
        }
        answeredAt = ticker.nanos();
        askedInVain = failure != null;
        if (failure == null) {
            served.add(worker);
        }
        if (failure != null && failure.kind() == StoreException.Kind.EXHAUSTED) {
            said = failure.getCause();
        } else {
            said = null;
            since = answeredAt;
        }
    }

    /** A worker is replaced. If it waits for an answer, that may never come. */
    synchronized void withdrawn(Object worker) {
        if (asking.remove(worker)) {
            answeredAt = ticker.nanos();
            askedInVain = true;
        }
    }

    /** A worker gives its connection back, if it has one, for anybody to have. */
    synchronized void released(Object worker) {
        if (served.remove(worker)) {
            since = ticker.nanos();
            askedInVain = false;
        }
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
        return asking.isEmpty() && !(askedInVain && ticker.nanos() - answeredAt <= BETWEEN_ATTEMPTS);
    }
}
