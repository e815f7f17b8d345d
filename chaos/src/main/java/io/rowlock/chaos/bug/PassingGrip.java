package io.rowlock.chaos.bug;

import io.rowlock.TransactionGuard;
import io.rowlock.chaos.client.Grip;
import io.rowlock.chaos.client.Leased;
import java.time.Duration;
import java.util.Optional;

/** Everything as the real grip does it. */
class PassingGrip implements Grip {
    private final Grip real;

    PassingGrip(Grip real) {
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
    public Optional<Leased> leased() {
        return real.leased();
    }
}
