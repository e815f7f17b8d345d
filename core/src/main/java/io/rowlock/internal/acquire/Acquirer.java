package io.rowlock.internal.acquire;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockInterruptedException;
import io.rowlock.LockKey;
import io.rowlock.LockTimeoutException;
import io.rowlock.internal.client.Engine;
import io.rowlock.internal.dispatch.StoreClient;
import io.rowlock.internal.wakeup.ContendedLocks;
import io.rowlock.internal.wakeup.ServerWaits;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Acquires locks, for threads that wait and for futures, in the same way. */
public final class Acquirer {
    private final Engine engine;
    private final AcquireAttempts attempts;
    private final ContendedLocks lookout;
    private final ServerWaits serverWaits;

    public Acquirer(Engine engine, AcquireAttempts attempts, ContendedLocks lookout, ServerWaits serverWaits) {
        this.engine = engine;
        this.attempts = attempts;
        this.lookout = lookout;
        this.serverWaits = serverWaits;
    }

    Engine engine() {
        return engine;
    }

    AcquireAttempts attempts() {
        return attempts;
    }

    ContendedLocks lookout() {
        return lookout;
    }

    ServerWaits serverWaits() {
        return serverWaits;
    }

    /** Waits for the lock, if need be; asks once if there is no time to wait. */
    public AcquireResult acquire(LockDefinition definition, Duration wait) {
        ParkedWaiter caller = new ParkedWaiter(engine.ticker());
        Acquisition waiting = new Acquisition(this, definition, wait, caller);
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

    private static AcquireResult orThrow(AcquireResult ending) {
        if (ending instanceof AcquireResult.Failed failed) {
            throw failed.why();
        }
        return ending;
    }

    /** The same without occupying a thread. Cancelling the future ends the wait. */
    public CompletableFuture<Hold> acquireAsync(LockDefinition definition, Duration wait) {
        FutureWaiter waiter = new FutureWaiter(engine.alarms(), lost -> timeout(definition.key(), lost));
        Acquisition waiting = new Acquisition(this, definition, wait, waiter);
        waiting.begin();
        CompletableFuture<Hold> future = waiter.future();
        var unused = future.whenComplete((hold, failure) -> waiting.abandon());
        return future;
    }

    public LockTimeoutException timeout(LockKey key, AcquireResult.Lost lost) {
        return new LockTimeoutException(
                key, lost.waited(), lost.holder(), engine.holds().isHeldHere(key));
    }
}
