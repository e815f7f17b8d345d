package io.rowlock.internal.client;

import io.rowlock.DistributedLock;
import io.rowlock.Hold;
import io.rowlock.LockDefinition;
import io.rowlock.LockLostException;
import io.rowlock.internal.acquire.AcquireEnding;
import io.rowlock.internal.acquire.Acquirer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A lock on leases. */
final class LeaseLock implements DistributedLock {
    private final Acquirer acquirer;
    private final LockDefinition definition;

    LeaseLock(Acquirer acquirer, LockDefinition definition) {
        this.acquirer = acquirer;
        this.definition = definition;
    }

    @Override
    public LockDefinition definition() {
        return definition;
    }

    @Override
    public Optional<Hold> tryAcquire() {
        return tryAcquire(Duration.ZERO);
    }

    @Override
    public Optional<Hold> tryAcquire(Duration wait) {
        return hold(acquirer.acquire(definition, wait));
    }

    private static Optional<Hold> hold(AcquireEnding ending) {
        return ending instanceof AcquireEnding.Won won ? Optional.of(won.hold()) : Optional.empty();
    }

    @Override
    public Hold acquire() {
        return acquire(definition.waitFor());
    }

    @Override
    public Hold acquire(Duration wait) {
        AcquireEnding ending = acquirer.acquire(definition, wait);
        if (ending instanceof AcquireEnding.Lost lost) {
            throw acquirer.timeout(definition.key(), lost);
        }
        return ((AcquireEnding.Won) ending).hold();
    }

    @Override
    public CompletionStage<Hold> acquireAsync() {
        return acquireAsync(definition.waitFor());
    }

    @Override
    public CompletionStage<Hold> acquireAsync(Duration wait) {
        return acquirer.acquireAsync(definition, wait);
    }

    @Override
    public boolean tryRun(Runnable work) {
        Optional<Hold> hold = tryAcquire();
        hold.ifPresent(held -> runUnder(held, asWork(work)));
        return hold.isPresent();
    }

    @Override
    public void run(Runnable work) {
        runUnder(acquire(), asWork(work));
    }

    @Override
    public <T, E extends Exception> T call(Work<T, E> work) throws E {
        return runUnder(acquire(), work);
    }

    private static Work<Boolean, RuntimeException> asWork(Runnable work) {
        return () -> {
            work.run();
            return true;
        };
    }

    /** The caller sees the work's own exception, if there is one. A loss is thrown only after work that ended normally. */
    private static <T, E extends Exception> T runUnder(Hold hold, Work<T, E> work) throws E {
        try (hold) {
            T result = work.run();
            if (!hold.isHeld()) {
                throw new LockLostException(
                        hold.key(),
                        hold.token(),
                        "it was lost while the work ran, which has ended; what it did may have met another holder's work");
            }
            return result;
        }
    }
}
