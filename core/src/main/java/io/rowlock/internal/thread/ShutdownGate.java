package io.rowlock.internal.thread;

import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Counts those who are inside, and can be shut: nobody enters any more, and one waits until all have left. */
public final class ShutdownGate {
    private static final int SHUT = 1 << 30;
    private static final long LOOK_AGAIN = TimeUnit.MILLISECONDS.toNanos(1);

    private final Ticker ticker;
    private final AtomicInteger inside = new AtomicInteger();

    public ShutdownGate(Ticker ticker) {
        this.ticker = ticker;
    }

    public void enter() {
        if (!tryEnter()) {
            throw new IllegalStateException("this Rowlock is closed; create another");
        }
    }

    public boolean tryEnter() {
        boolean open = inside.getAndIncrement() < SHUT;
        if (!open) {
            inside.getAndDecrement();
        }
        return open;
    }

    public void leave() {
        inside.getAndDecrement();
    }

    /** Shuts the door; false if it was shut already. */
    public boolean shut() {
        return inside.getAndUpdate(count -> count >= SHUT ? count : count + SHUT) < SHUT;
    }

    public boolean isShut() {
        return inside.get() >= SHUT;
    }

    public void awaitEmpty(Duration longest) {
        long end = ticker.nanos() + longest.toNanos();
        Uninterruptibly.run(() -> {
            while (inside.get() > SHUT && end - ticker.nanos() > 0) {
                LockSupport.parkNanos(this, LOOK_AGAIN);
            }
        });
    }
}
