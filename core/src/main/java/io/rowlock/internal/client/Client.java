package io.rowlock.internal.client;

import io.rowlock.DistributedLock;
import io.rowlock.LockAdmin;
import io.rowlock.LockDefinition;
import io.rowlock.LockKey;
import io.rowlock.LockTicket;
import io.rowlock.ResumedHold;
import io.rowlock.Rowlock;
import io.rowlock.internal.acquire.AcquireContext;
import io.rowlock.internal.acquire.DatabaseClock;
import io.rowlock.internal.acquire.LeaseLock;
import io.rowlock.internal.acquire.NestedAcquires;
import io.rowlock.internal.acquire.StarvedCallers;
import io.rowlock.internal.dispatch.StoreClient;
import io.rowlock.internal.dispatch.StoreExecutor;
import io.rowlock.internal.doctor.Diagnosis;
import io.rowlock.internal.event.Events;
import io.rowlock.internal.event.LossCallbacks;
import io.rowlock.internal.hold.Heartbeat;
import io.rowlock.internal.hold.HoldContext;
import io.rowlock.internal.hold.Holds;
import io.rowlock.internal.hold.LeasedHold;
import io.rowlock.internal.queue.LocalQueue;
import io.rowlock.internal.release.Releaser;
import io.rowlock.internal.store.Guards;
import io.rowlock.internal.store.LockStore;
import io.rowlock.internal.store.RequestIds;
import io.rowlock.internal.thread.LogThread;
import io.rowlock.internal.thread.ShutdownGate;
import io.rowlock.internal.thread.Timer;
import io.rowlock.internal.thread.Uninterruptibly;
import io.rowlock.internal.time.SuspensionTicker;
import io.rowlock.internal.time.Ticker;
import io.rowlock.internal.wakeup.ContendedLocks;
import io.rowlock.internal.wakeup.ServerWaits;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A client: constructs its parts, and closes them in the right order. */
public final class Client implements Rowlock {
    private final HoldContext context;
    private final Timer timer;
    private final Heartbeat heartbeat;
    private final ContendedLocks contendedLocks;
    private final Optional<ServerWaits> serverWaits;
    private final AcquireContext acquireContext;
    private final Diagnosis diagnosis;

    private Client(Supplier<LockStore> stores, Guards guards, Settings settings, Ticker ticker, long databaseMicros) {
        Duration callTimeout = settings.callTimeout();
        String owner = settings.owner();
        LogThread log = new LogThread();
        Optional<Events> events =
                settings.listeners().isEmpty() ? Optional.empty() : Optional.of(new Events(settings.listeners(), log));
        LossCallbacks callbacks = new LossCallbacks(log);
        ShutdownGate gate = new ShutdownGate(ticker);
        LocalQueue queue = new LocalQueue();
        Holds holds = new Holds();
        LockStore listening = stores.get();
        StoreExecutor executor = new StoreExecutor(stores, ticker, settings.kind(), log);
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
                settings.kind());
        timer = new Timer(ticker);
        heartbeat = new Heartbeat(executor, holds, releaser, callbacks, log, ticker, callTimeout, events, owner);
        contendedLocks = new ContendedLocks(executor, queue, timer, ticker, callTimeout, owner, listening, log);
        serverWaits = ServerWaits.start(executor, queue, timer, ticker, callTimeout, stores, log);
        acquireContext = new AcquireContext(
                context,
                owner,
                new RequestIds(settings.kind()),
                new DatabaseClock(ticker, databaseMicros),
                heartbeat,
                timer,
                contendedLocks,
                serverWaits,
                new StarvedCallers(executor.starvation(), queue, ticker, callTimeout, log, listening::poolUse),
                new NestedAcquires(log),
                settings.recordsCallers());
        diagnosis = new Diagnosis(storeClient, executor, gate, ticker, owner);
    }

    private void wakeHeartbeat() {
        heartbeat.wake();
    }

    /**
     * Starts a client.
     *
     * @param stores makes stores of the lock table
     * @param guards binds grants to transactions
     * @param settings the settings of the client
     * @param databaseMicros the database's present time
     * @return the client
     */
    public static Client start(Supplier<LockStore> stores, Guards guards, Settings settings, long databaseMicros) {
        return start(stores, guards, settings, SuspensionTicker.SYSTEM, databaseMicros);
    }

    /**
     * Starts a client with a clock of its own.
     *
     * @param stores makes stores of the lock table
     * @param guards binds grants to transactions
     * @param settings the settings of the client
     * @param ticker the elapsed time
     * @param databaseMicros the database's present time
     * @return the client
     */
    public static Client start(
            Supplier<LockStore> stores, Guards guards, Settings settings, Ticker ticker, long databaseMicros) {
        Client client = new Client(stores, guards, settings, ticker, databaseMicros);
        client.startThreads();
        return client;
    }

    /** The workers run already. On a machine without a thread for the rest nobody gets the client, so it ends. */
    private void startThreads() {
        try {
            heartbeat.start();
            context.events().ifPresent(Events::start);
        } catch (RuntimeException | Error failure) {
            close();
            throw failure;
        }
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
     * The number of things begun so far; while it stays the same, nothing was begun.
     *
     * @return rounds of the heartbeat and requests to the database
     */
    public long begun() {
        return heartbeat.rounds() + context.executor().submitted();
    }

    /**
     * Whether it has nothing to do until time passes or it is called: no request is queued or in flight, and the
     * heartbeat sleeps.
     *
     * @param parked whether a thread is parked in the ticker
     * @return true if so
     */
    public boolean isIdle(Predicate<Thread> parked) {
        return !context.executor().isBusy() && heartbeat.isAsleep(parked);
    }

    /**
     * Whether every event was delivered, and every action that was registered for a loss has ended.
     *
     * @return true if so
     */
    public boolean hasDeliveredAll() {
        return context.events().map(Events::isIdle).orElse(true)
                && context.callbacks().isIdle();
    }

    /**
     * Asks the database whether this client's hold of a lock, if it has one, still stands. If not, the hold is lost.
     *
     * @param key the lock
     */
    public void check(LockKey key) {
        context.holds().snapshot().stream()
                .filter(hold -> hold.key().equals(key))
                .forEach(LeasedHold::check);
    }

    /**
     * Has the first waiter for a lock try to acquire it now.
     *
     * @param key the lock
     */
    public void wake(LockKey key) {
        context.queue().wakeFirst(key);
    }

    /** The parts that this client's holds share. */
    public HoldContext context() {
        return context;
    }

    @Override
    public DistributedLock lock(LockDefinition definition) {
        return new LeaseLock(acquireContext, definition);
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
     * Ends the client: no call begins any more, waiters are turned away, attempts in progress end, then all holds are released in
     * one statement. The heartbeat stops after that, and the workers last.
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
        serverWaits.ifPresent(ServerWaits::close);
        FinalRelease lastReleases =
                new FinalRelease(context.executor(), context.ticker(), context.releaser(), context.holds());
        releaseAll(lastReleases);
        heartbeat.close();
        context.executor().close();
        lastReleases.warnOfRest();
        serverWaits.ifPresent(ServerWaits::disconnect);
        timer.close();
        context.callbacks().close();
        context.events().ifPresent(Events::close);
        context.log().close();
    }

    /** Releases all holds in one statement. A row that an open transaction has locked is retried while time is left. */
    private void releaseAll(FinalRelease lastReleases) {
        long end = context.ticker().nanos() + context.callTimeout().toNanos();
        while (!lastReleases.isDone() && end - context.ticker().nanos() > 0) {
            lastReleases.release(Duration.ofNanos(end - context.ticker().nanos()));
        }
        if (lastReleases.isDone()) {
            heartbeat.closeSessions();
        }
    }
}
