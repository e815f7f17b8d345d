package io.rowlock.internal.thread;

import io.rowlock.internal.time.SuspensionTicker;
import io.rowlock.internal.time.Ticker;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Counts the operations under way. Once it is shut none begins, and the client waits until all have ended. */
public final class ShutdownGate {
    private static final int SHUT = 1 << 30;
    private static final long LOOK_AGAIN = TimeUnit.MILLISECONDS.toNanos(1);

    /** Real time that requests under way have to end, before the ticker is asked to let its time pass. */
    private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(100);

    private final Ticker ticker;
    private final AtomicInteger inside = new AtomicInteger();

    public ShutdownGate(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Begins an operation, which the error names. */
    public void enter(String operation) {
        if (!tryEnter()) {
            throw new IllegalStateException("could not " + operation + ": this Rowlock is closed; create another");
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

    /** Shuts the gate; false if it was shut already. */
    public boolean shut() {
        return inside.getAndUpdate(count -> count >= SHUT ? count : count + SHUT) < SHUT;
    }

    public boolean isShut() {
        return inside.get() >= SHUT;
    }

    /**
     * Waits until nobody is inside, for the given time at most. A request under way ends in real time, but one that waits for
     * its next retry ends only as the ticker's time passes. A ticker that was stopped has to be moved on for that.
     */
    public void awaitEmpty(Duration longest) {
        Ticker realTime = SuspensionTicker.SYSTEM;
        long end = ticker.nanos() + longest.toNanos();
        long realStart = realTime.nanos();
        Uninterruptibly.run(() -> {
            while (!isEmpty() && end - ticker.nanos() > 0 && realTime.nanos() - realStart < longest.toNanos()) {
                LockSupport.parkNanos(this, LOOK_AGAIN);
                if (realTime.nanos() - realStart > PATIENCE) {
                    ticker.parkCallerUntil(this, ticker.nanos() + LOOK_AGAIN, this::isEmpty);
                }
            }
        });
    }

    private boolean isEmpty() {
        return inside.get() <= SHUT;
    }
}
