package io.rowlock.chaos.bug;

import io.rowlock.TransactionGuard;
import io.rowlock.chaos.client.LeaseHandle;
import io.rowlock.chaos.client.LockHandle;
import java.time.Duration;
import java.util.Optional;

/** Everything as the real handle does it. */
class DelegatingHandle implements LockHandle {
    private final LockHandle real;

    DelegatingHandle(LockHandle real) {
        this.real = real;
    }

    @Override
    public long token() {
        return real.token();
    }

    @Override
    public boolean isHeld() {
        return real.isHeld();
    }

    @Override
    public Duration remaining() {
        return real.remaining();
    }

    @Override
    public void onLost(Runnable action) {
        real.onLost(action);
    }

    @Override
    public void release() {
        real.release();
    }

    @Override
    public Optional<TransactionGuard> guard() {
        return real.guard();
    }

    @Override
    public Optional<LeaseHandle> leased() {
        return real.leased();
    }
}
