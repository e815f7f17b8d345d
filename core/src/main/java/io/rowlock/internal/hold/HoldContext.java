package io.rowlock.internal.hold;

import io.rowlock.LockEvent;
import io.rowlock.internal.dispatch.StoreClient;
import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.event.Events;
import io.rowlock.internal.event.LossCallbacks;
import io.rowlock.internal.queue.LocalQueue;
import io.rowlock.internal.release.Releaser;
import io.rowlock.internal.store.Guards;
import io.rowlock.internal.store.HoldKind;
import io.rowlock.internal.thread.LogThread;
import io.rowlock.internal.thread.ShutdownGate;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The parts that the holds of one client share, so that a hold needs one field for them: a process may have thousands.
 *
 * @param guards binds grants to transactions of the caller
 * @param ticker elapsed time
 * @param executor sends requests
 * @param storeClient sends requests on behalf of callers
 * @param gate rejects calls once the client is closed
 * @param holds the holds of this process
 * @param queue the waiters of this process
 * @param releaser retries releases in the background
 * @param events delivers events to the listeners; empty if there are none
 * @param callbacks runs the actions that were registered for losses
 * @param log writes to the log
 * @param wake begins the heartbeat's next round at once
 * @param callTimeout the longest that a call to the database may take
 * @param kind whether grants depend on a lease or on a connection
 */
public record HoldContext(
        Guards guards,
        Ticker ticker,
        StoreExecutor executor,
        StoreClient storeClient,
        ShutdownGate gate,
        Holds holds,
        LocalQueue queue,
        Releaser releaser,
        Optional<Events> events,
        LossCallbacks callbacks,
        LogThread log,
        Runnable wake,
        Duration callTimeout,
        HoldKind kind) {

    /** Delivers an event, which is only made if somebody listens. */
    public void publish(Supplier<LockEvent> event) {
        events.ifPresent(listening -> listening.publish(event.get()));
    }
}
