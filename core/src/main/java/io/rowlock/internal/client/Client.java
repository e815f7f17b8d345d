package io.rowlock.internal.client;

import io.rowlock.DistributedLock;
import io.rowlock.LockAdmin;
import io.rowlock.LockDefinition;
import io.rowlock.LockTicket;
import io.rowlock.ResumedHold;
import io.rowlock.Rowlock;
import io.rowlock.internal.acquire.AcquireAttempts;
import io.rowlock.internal.acquire.Acquirer;
import io.rowlock.internal.acquire.DatabaseClock;
import io.rowlock.internal.dispatch.StoreClient;
import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.event.Events;
import io.rowlock.internal.event.LossCallbacks;
import io.rowlock.internal.hold.FinalRelease;
import io.rowlock.internal.hold.Heartbeat;
import io.rowlock.internal.hold.Holds;
import io.rowlock.internal.hold.LeasedHold;
import io.rowlock.internal.hold.Releaser;
import io.rowlock.internal.queue.LocalQueue;
import io.rowlock.internal.store.Guards;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.thread.LogThread;
import io.rowlock.internal.thread.ShutdownGate;
import io.rowlock.internal.thread.Timer;
import io.rowlock.internal.thread.Uninterruptibly;
import io.rowlock.internal.time.SuspensionTicker;
import io.rowlock.internal.time.Ticker;
import io.rowlock.internal.wakeup.ContendedLocks;
import io.rowlock.internal.wakeup.ServerWaits;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** A client: puts the engine's parts together, and takes them apart again in the right order. */
public final class Client implements Rowlock {
    private final Engine engine;
    private final Heartbeat heartbeat;
    private final ContendedLocks lookout;
    private final ServerWaits serverWaits;
    private final Acquirer acquirer;

    private Client(Supplier<LockStore> stores, Guards guards, Settings settings, long databaseMicros) {
        Ticker ticker = SuspensionTicker.SYSTEM;
        Duration timeout = settings.callTimeout();
        StoreExecutor lanes = new StoreExecutor(stores, ticker, settings.bond());
        ShutdownGate doorway = new ShutdownGate(ticker);
        Holds holds = new Holds();
        LogThread log = new LogThread();
        engine = new Engine(
                settings,
                guards,
                ticker,
                lanes,
                new StoreClient(lanes, ticker, timeout, doorway),
                doorway,
                holds,
                new LocalQueue(),
                new Timer(ticker),
                new Releaser(lanes, ticker, timeout, holds::isOpen, this::wakeHeartbeat, log),
                new Events(settings.listeners(), log),
                new LossCallbacks(log),
                log,
                this::wakeHeartbeat);
        heartbeat = new Heartbeat(engine);
        DatabaseClock clock = new DatabaseClock(ticker, databaseMicros);
        lookout = new ContendedLocks(engine, stores.get());
        serverWaits = new ServerWaits(engine, stores);
        acquirer = new Acquirer(engine, new AcquireAttempts(engine, clock, heartbeat), lookout, serverWaits);
    }

    private void wakeHeartbeat() {
        heartbeat.wake();
    }

    /**
     * Starts a client.
     *
     * @param stores makes ways to the lock table
     * @param guards ties grants to transactions
     * @param settings what the client is told
     * @param databaseMicros the database's time, just now
     * @return the client
     */
    public static Client start(Supplier<LockStore> stores, Guards guards, Settings settings, long databaseMicros) {
        Client client = new Client(stores, guards, settings, databaseMicros);
        client.heartbeat.start();
        return client;
    }

    public Engine engine() {
        return engine;
    }

    @Override
    public DistributedLock lock(LockDefinition definition) {
        return new LeaseLock(acquirer, definition);
    }

    @Override
    public ResumedHold resume(LockTicket ticket) {
        return new TicketHold(engine, ticket);
    }

    @Override
    public LockAdmin admin() {
        return new Admin(engine);
    }

    /**
     * Ends the client: nobody begins, waiters are sent away, attempts under way end, then everything is released in one
     * statement. The heartbeat stops after that, and the lanes last.
     */
    @Override
    public void close() {
        if (!engine.doorway().shut()) {
            return;
        }
        Uninterruptibly.run(this::end);
    }

    private void end() {
        engine.queue().close();
        engine.doorway().awaitEmpty(engine.settings().callTimeout());
        lookout.close();
        serverWaits.close();
        releaseAll();
        heartbeat.close();
        engine.lanes().close();
        serverWaits.disconnect();
        engine.alarms().close();
        engine.callbacks().close();
        engine.events().close();
        engine.log().close();
    }

    /** Releases everything in one statement; what an open transaction has locked is asked for again, while time is left. */
    private void releaseAll() {
        List<LeasedHold> holds = engine.holds().snapshot().stream()
                .filter(LeasedHold::endForClose)
                .toList();
        long end = engine.ticker().nanos() + engine.settings().callTimeout().toNanos();
        FinalRelease farewell = new FinalRelease(engine, holds);
        while (!farewell.isOver() && end - engine.ticker().nanos() > 0) {
            farewell.release(Duration.ofNanos(end - engine.ticker().nanos()));
        }
        if (farewell.isOver()) {
            heartbeat.closeSessions();
        }
    }
}
