package io.rowlock.internal.client;

import io.rowlock.internal.dispatch.StoreClient;
import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.event.Events;
import io.rowlock.internal.event.LossCallbacks;
import io.rowlock.internal.hold.Holds;
import io.rowlock.internal.hold.Releaser;
import io.rowlock.internal.queue.LocalQueue;
import io.rowlock.internal.store.Guards;
import io.rowlock.internal.thread.LogThread;
import io.rowlock.internal.thread.ShutdownGate;
import io.rowlock.internal.thread.Timer;
import io.rowlock.internal.time.Ticker;

/**
 * The parts that work together behind one client.
 *
 * @param settings what the client was told
 * @param guards ties grants to transactions of the caller's
 * @param ticker elapsed time
 * @param lanes the ways to the database
 * @param asker asks on behalf of callers
 * @param doorway who is inside, until the client is closed
 * @param holds what is believed
 * @param queue who waits
 * @param alarms wakes those who wait on no thread
 * @param releaser finishes releases
 * @param events tells listeners
 * @param callbacks runs what was registered for losses
 * @param log writes to the log for those who must not wait for it
 * @param wake begins the heartbeat's next round at once
 */
public record Engine(
        Settings settings,
        Guards guards,
        Ticker ticker,
        StoreExecutor lanes,
        StoreClient asker,
        ShutdownGate doorway,
        Holds holds,
        LocalQueue queue,
        Timer alarms,
        Releaser releaser,
        Events events,
        LossCallbacks callbacks,
        LogThread log,
        Runnable wake) {}
