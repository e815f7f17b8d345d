package io.rowlock.internal.engine;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Counts those who are inside, and can be shut: nobody enters any more, and one waits until all have left. */
final class Doorway {
    private static final int SHUT = 1 << 30;
    private static final long LOOK_AGAIN = TimeUnit.MILLISECONDS.toNanos(1);

    private final Ticker ticker;
    private final AtomicInteger inside = new AtomicInteger();

    Doorway(Ticker ticker) {
        this.ticker = ticker;
    }

    void enter() {
        if (!tryEnter()) {
            throw new IllegalStateException("this Rowlock is closed; create another");
        }
    }

    boolean tryEnter() {
        boolean open = inside.getAndIncrement() < SHUT;
        if (!open) {
            inside.getAndDecrement();
        }
        return open;
    }

    void leave() {
        inside.getAndDecrement();
    }

    /** Shuts the door; false if it was shut already. */
    boolean shut() {
        return inside.getAndUpdate(count -> count >= SHUT ? count : count + SHUT) < SHUT;
    }

    boolean isShut() {
        return inside.get() >= SHUT;
    }

    void awaitEmpty(Duration longest) {
        long end = ticker.nanos() + longest.toNanos();
        Uninterrupted.run(() -> {
            while (inside.get() > SHUT && end - ticker.nanos() > 0) {
                LockSupport.parkNanos(this, LOOK_AGAIN);
            }
        });
    }
}
