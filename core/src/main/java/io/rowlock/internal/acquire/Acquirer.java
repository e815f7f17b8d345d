package io.rowlock.internal.acquire;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockInterruptedException;
import io.rowlock.LockKey;
import io.rowlock.LockTimeoutException;
import io.rowlock.internal.dispatch.StoreClient;
import io.rowlock.internal.event.Events;
import io.rowlock.internal.hold.Holds;
import io.rowlock.internal.queue.LocalQueue;
import io.rowlock.internal.thread.ShutdownGate;
import io.rowlock.internal.thread.Timer;
import io.rowlock.internal.time.Ticker;
import io.rowlock.internal.wakeup.ContendedLocks;
import io.rowlock.internal.wakeup.ServerWaits;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Acquires locks, for threads that wait and for futures, in the same way. */
public final class Acquirer {
    private final LocalQueue queue;
    private final Holds holds;
    private final ShutdownGate gate;
    private final Events events;
    private final Timer timer;
    private final Ticker ticker;
    private final AcquireAttempts attempts;
    private final ContendedLocks contendedLocks;
    private final ServerWaits serverWaits;

    public Acquirer(
            LocalQueue queue,
            Holds holds,
            ShutdownGate gate,
            Events events,
            Timer timer,
            Ticker ticker,
            AcquireAttempts attempts,
            ContendedLocks contendedLocks,
            ServerWaits serverWaits) {
        this.queue = queue;
        this.holds = holds;
        this.gate = gate;
        this.events = events;
        this.timer = timer;
        this.ticker = ticker;
        this.attempts = attempts;
        this.contendedLocks = contendedLocks;
        this.serverWaits = serverWaits;
    }

    private Acquisition acquisition(LockDefinition definition, Duration wait, Waiter waiter) {
        return new Acquisition(
                attempts, contendedLocks, serverWaits, queue, holds, gate, events, ticker, definition, wait, waiter);
    }

    /** Waits for the lock, if need be; asks once if there is no time to wait. */
    public AcquireEnding acquire(LockDefinition definition, Duration wait) {
        ParkedWaiter caller = new ParkedWaiter(ticker);
        Acquisition waiting = acquisition(definition, wait, caller);
        waiting.begin();
        try {
            return orThrow(caller.await());
        } catch (InterruptedException interrupted) {
            waiting.abandon();
            LockInterruptedException told = StoreClient.interrupted("acquire lock '" + definition.key() + "'");
            caller.goAway(told);
            throw told;
        }
    }

    private static AcquireEnding orThrow(AcquireEnding ending) {
        if (ending instanceof AcquireEnding.Failed failed) {
            throw failed.why();
        }
        return ending;
    }

    /** The same without occupying a thread. Cancelling the future ends the wait. */
    public CompletableFuture<Hold> acquireAsync(LockDefinition definition, Duration wait) {
        FutureWaiter waiter = new FutureWaiter(timer, lost -> timeout(definition.key(), lost));
        Acquisition waiting = acquisition(definition, wait, waiter);
        waiting.begin();
        CompletableFuture<Hold> future = waiter.future();
        var unused = future.whenComplete((hold, failure) -> waiting.abandon());
        return future;
    }

    public LockTimeoutException timeout(LockKey key, AcquireEnding.Lost lost) {
        return new LockTimeoutException(key, lost.waited(), lost.holder(), holds.isHeldHere(key));
    }
}
