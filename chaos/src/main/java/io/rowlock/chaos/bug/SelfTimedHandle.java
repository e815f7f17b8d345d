package io.rowlock.chaos.bug;

import io.rowlock.chaos.client.LeaseHandle;
import io.rowlock.chaos.client.LockHandle;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Believes until a moment of its own choice, or until it is released. */
class SelfTimedHandle extends DelegatingHandle {
    private final LongSupplier until;
    private volatile boolean released;

    SelfTimedHandle(LockHandle real, LongSupplier until) {
        super(real);
        this.until = until;
    }

    boolean isReleased() {
        return released;
    }

    @Override
    public boolean isHeld() {
        return !released && until.getAsLong() - System.nanoTime() > 0;
    }

    @Override
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, until.getAsLong() - System.nanoTime()));
    }

    @Override
    public void release() {
        released = true;
        super.release();
    }

    /** It is released in one way, which ends the belief. */
    @Override
    public Optional<LeaseHandle> leased() {
        return Optional.empty();
    }
}
