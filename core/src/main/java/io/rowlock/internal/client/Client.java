package io.rowlock.internal.client;

import io.rowlock.DistributedLock;
import io.rowlock.LockAdmin;
import io.rowlock.LockDefinition;
import io.rowlock.LockKey;
import io.rowlock.LockTicket;
import io.rowlock.ResumedHold;
import io.rowlock.Rowlock;
import io.rowlock.internal.acquire.AcquireAttempts;
import io.rowlock.internal.acquire.Acquirer;
import io.rowlock.internal.acquire.DatabaseClock;
import io.rowlock.internal.dispatch.StoreClient;
import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.doctor.Diagnosis;
import io.rowlock.internal.event.Events;
import io.rowlock.internal.event.LossCallbacks;
import io.rowlock.internal.hold.FinalRelease;
import io.rowlock.internal.hold.Heartbeat;
import io.rowlock.internal.hold.HoldContext;
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
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A client: puts the engine's parts together, and takes them apart again in the right order. */
public final class Client implements Rowlock {
    private final HoldContext context;
    private final Timer timer;
    private final Heartbeat heartbeat;
    private final ContendedLocks contendedLocks;
    private final ServerWaits serverWaits;
    private final Acquirer acquirer;
    private final Diagnosis diagnosis;

    private Client(Supplier<LockStore> stores, Guards guards, Settings settings, Ticker ticker, long databaseMicros) {
        Duration callTimeout = settings.callTimeout();
        String owner = settings.owner();
        LogThread log = new LogThread();
        Events events = new Events(settings.listeners(), log);
        LossCallbacks callbacks = new LossCallbacks(log);
        ShutdownGate gate = new ShutdownGate(ticker);
        LocalQueue queue = new LocalQueue();
        Holds holds = new Holds();
        LockStore listening = stores.get();
        StoreExecutor executor = new StoreExecutor(stores, ticker, settings.bond());
        StoreClient storeClient = new StoreClient(executor, ticker, callTimeout, gate);
        Releaser releaser = new Releaser(
                executor, ticker, callTimeout, holds::isOpen, listening::carries, this::wakeHeartbeat, log);
        context = new HoldContext(
                guards,
                ticker,
                executor,
                storeClient,
                gate,
                holds,
                queue,
                releaser,
                events,
                callbacks,
                log,
                this::wakeHeartbeat,
                callTimeout,
                settings.bond());
        timer = new Timer(ticker);
        heartbeat = new Heartbeat(executor, holds, releaser, callbacks, log, ticker, callTimeout, events, owner);
        contendedLocks = new ContendedLocks(executor, queue, timer, ticker, callTimeout, owner, listening);
        serverWaits = new ServerWaits(executor, queue, timer, ticker, callTimeout, stores);
        DatabaseClock clock = new DatabaseClock(ticker, databaseMicros);
        AcquireAttempts attempts = new AcquireAttempts(
                executor, gate, releaser, ticker, callTimeout, owner, settings.bond(), clock, heartbeat, context);
        acquirer = new Acquirer(queue, holds, gate, events, timer, ticker, attempts, contendedLocks, serverWaits);
        diagnosis = new Diagnosis(storeClient, executor, gate, ticker, owner);
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
        return start(stores, guards, settings, SuspensionTicker.SYSTEM, databaseMicros);
    }

    /**
     * Starts a client that lives by a time of its own.
     *
     * @param stores makes ways to the lock table
     * @param guards ties grants to transactions
     * @param settings what the client is told
     * @param ticker the time
     * @param databaseMicros the database's time, just now
     * @return the client
     */
    public static Client start(
            Supplier<LockStore> stores, Guards guards, Settings settings, Ticker ticker, long databaseMicros) {
        Client client = new Client(stores, guards, settings, ticker, databaseMicros);
        client.heartbeat.start();
        return client;
    }

    /**
     * Whether it is, or is being, closed.
     *
     * @return true if so
     */
    public boolean isClosed() {
        return context.gate().isShut();
    }

    /**
     * How much it has begun so far; if the number stays, nothing was begun meanwhile.
     *
     * @return rounds of the heartbeat and requests to the database
     */
    public long begun() {
        return heartbeat.rounds() + context.executor().submitted();
    }

    /**
     * Whether it has nothing to do until time passes or someone calls it: no request is queued or under way, and the
     * heartbeat sleeps.
     *
     * @param parked whether a thread is parked in the ticker
     * @return true if so
     */
    public boolean isIdle(Predicate<Thread> parked) {
        return !context.executor().isBusy() && heartbeat.isAsleep(parked);
    }

    /**
     * Whether listeners were told every event, and every action that was registered for a loss has ended.
     *
     * @return true if so
     */
    public boolean hasToldAll() {
        return context.events().isIdle() && context.callbacks().isIdle();
    }

    /**
     * Asks the database whether the hold of a lock still stands, if this client has one. If it does not, it is lost.
     *
     * @param key which lock
     */
    public void check(LockKey key) {
        context.holds().snapshot().stream()
                .filter(hold -> hold.key().equals(key))
                .forEach(LeasedHold::check);
    }

    /**
     * Has the first that waits for a lock ask for it now.
     *
     * @param key which lock
     */
    public void wake(LockKey key) {
        context.queue().hint(key);
    }

    /** The parts that this client's holds share. */
    public HoldContext context() {
        return context;
    }

    @Override
    public DistributedLock lock(LockDefinition definition) {
        return new LeaseLock(acquirer, definition);
    }

    @Override
    public ResumedHold resume(LockTicket ticket) {
        return new TicketHold(context.storeClient(), context.guards(), context.queue(), context.releaser(), ticket);
    }

    @Override
    public LockAdmin admin() {
        return new Admin(context.storeClient(), context.queue(), context.ticker(), diagnosis);
    }

    /**
     * Ends the client: nobody begins, waiters are sent away, attempts under way end, then everything is released in one
     * statement. The heartbeat stops after that, and the lanes last.
     */
    @Override
    public void close() {
        if (!context.gate().shut()) {
            return;
        }
        Uninterruptibly.run(this::end);
    }

    private void end() {
        context.queue().close();
        context.gate().awaitEmpty(context.callTimeout());
        contendedLocks.close();
        serverWaits.close();
        releaseAll();
        heartbeat.close();
        context.executor().close();
        serverWaits.disconnect();
        timer.close();
        context.callbacks().close();
        context.events().close();
        context.log().close();
    }

    /** Releases everything in one statement; what an open transaction has locked is asked for again, while time is left. */
    private void releaseAll() {
        List<LeasedHold> holds = context.holds().snapshot().stream()
                .filter(LeasedHold::endForClose)
                .toList();
        long end = context.ticker().nanos() + context.callTimeout().toNanos();
        FinalRelease farewell = new FinalRelease(context.executor(), context.ticker(), context.releaser(), holds);
        while (!farewell.isOver() && end - context.ticker().nanos() > 0) {
            farewell.release(Duration.ofNanos(end - context.ticker().nanos()));
        }
        if (farewell.isOver()) {
            heartbeat.closeSessions();
        }
    }
}
