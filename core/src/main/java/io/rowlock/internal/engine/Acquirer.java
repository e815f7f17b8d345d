package io.rowlock.internal.engine;

import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockInterruptedException;
import io.rowlock.LockKey;
import io.rowlock.LockTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Acquires locks, for threads that wait and for futures, in the same way. */
final class Acquirer {
    private final Engine engine;
    private final Attempts attempts;
    private final Lookout lookout;
    private final ServerWaits serverWaits;

    Acquirer(Engine engine, Attempts attempts, Lookout lookout, ServerWaits serverWaits) {
        this.engine = engine;
        this.attempts = attempts;
        this.lookout = lookout;
        this.serverWaits = serverWaits;
    }

    Engine engine() {
        return engine;
    }

    Attempts attempts() {
        return attempts;
    }

    Lookout lookout() {
        return lookout;
    }

    ServerWaits serverWaits() {
        return serverWaits;
    }

    /** Waits for the lock, if need be; asks once if there is no time to wait. */
    Ending acquire(LockDefinition definition, Duration wait) {
        ParkedWaiter caller = new ParkedWaiter(engine.ticker());
        Wait waiting = new Wait(this, definition, wait, caller);
        waiting.begin();
        try {
            return orThrow(caller.await());
        } catch (InterruptedException interrupted) {
            waiting.abandon();
            LockInterruptedException told = Asker.interrupted("acquire lock '" + definition.key() + "'");
            caller.goAway(told);
            throw told;
        }
    }

    private static Ending orThrow(Ending ending) {
        if (ending instanceof Ending.Failed failed) {
            throw failed.why();
        }
        return ending;
    }

    /** The same without occupying a thread. Cancelling the future ends the wait. */
    CompletableFuture<Hold> acquireAsync(LockDefinition definition, Duration wait) {
        FutureWaiter waiter = new FutureWaiter(engine.alarms(), lost -> timeout(definition.key(), lost));
        Wait waiting = new Wait(this, definition, wait, waiter);
        waiting.begin();
        CompletableFuture<Hold> future = waiter.future();
        var unused = future.whenComplete((hold, failure) -> waiting.abandon());
        return future;
    }

    LockTimeoutException timeout(LockKey key, Ending.Lost lost) {
        return new LockTimeoutException(
                key, lost.waited(), lost.holder(), engine.holds().isHeldHere(key));
    }
}
