package io.rowlock.internal.hold;

import io.rowlock.LockEvent;
import io.rowlock.LockKey;
import io.rowlock.internal.dispatch.StoreClient;
import io.rowlock.internal.event.Events;
import io.rowlock.internal.store.StoreException;
import io.rowlock.internal.thread.LogThread;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports failed renewals to listeners and, every ten seconds at most, to the log. */
final class RenewalReports {
    private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);
    private static final long LOG_EVERY = Duration.ofSeconds(10).toNanos();

    private final Optional<Events> events;
    private final LogThread log;
    private final Ticker ticker;
    private volatile long loggedAt;

    RenewalReports(Optional<Events> events, LogThread log, Ticker ticker) {
        this.events = events;
        this.log = log;
        this.ticker = ticker;
        loggedAt = ticker.nanos() - LOG_EVERY;
    }

    void failed(List<LeasedHold> holds, Throwable failure) {
        List<LockKey> keys = holds.stream().map(LeasedHold::key).toList();
        StoreException known = failure instanceof StoreException store
                ? store
                : new StoreException(StoreException.Kind.UNKNOWN, failure.toString(), failure);
        events.ifPresent(listening -> listening.publish(
                LockEvent.storeFailed("renew", keys, StoreClient.describe("renew " + keys.size() + " holds", known))));
        long now = ticker.nanos();
        if (now - loggedAt >= LOG_EVERY) {
            loggedAt = now;
            log.write(() ->
                    LOG.warn("{} holds could not be renewed and are tried again: {}", keys.size(), known.getMessage()));
        }
    }
}
