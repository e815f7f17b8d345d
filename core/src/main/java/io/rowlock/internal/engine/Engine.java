package io.rowlock.internal.engine;

import io.rowlock.spi.Guards;

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
record Engine(
        Settings settings,
        Guards guards,
        Ticker ticker,
        Lanes lanes,
        Asker asker,
        Doorway doorway,
        Holds holds,
        LocalQueue queue,
        Alarms alarms,
        Releaser releaser,
        Events events,
        Callbacks callbacks,
        LogThread log,
        Runnable wake) {}
