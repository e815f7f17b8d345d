package io.rowlock.chaos.client;

import io.rowlock.TransactionGuard;
import java.time.Duration;
import java.util.Optional;

/**
 * A lock of a library that does not tell how long it is held: believed until a moment that its manual names, or until it is
 * released.
 */
final class TimedHandle implements LockHandle {
    private final long until;
    private final Runnable release;
    private volatile boolean released;

    TimedHandle(long until, Runnable release) {
        this.until = until;
        this.release = release;
    }

    @Override
    public long token() {
        return 0;
    }

    @Override
    public boolean isHeld() {
        return !released && until - System.nanoTime() > 0;
    }

    @Override
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, until - System.nanoTime()));
    }

    @Override
    public void onLost(Runnable action) {
        // Nobody is told.
    }

    @Override
    public void release() {
        released = true;
        release.run();
    }

    @Override
    public Optional<TransactionGuard> guard() {
        return Optional.empty();
    }
}
