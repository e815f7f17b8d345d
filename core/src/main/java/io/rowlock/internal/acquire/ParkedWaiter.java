package io.rowlock.internal.acquire;

import io.rowlock.internal.thread.SerialExecutor;
import io.rowlock.internal.time.Ticker;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread that waits: it parks, so that a virtual thread gives up its carrier, and is its own alarm clock. */
final class ParkedWaiter implements Waiter {
    private final Ticker ticker;
    private final Thread thread = Thread.currentThread();
    private final SerialExecutor sequence = new SerialExecutor();
    private volatile @Nullable Alarm alarm;
    private final AtomicReference<@Nullable AcquireEnding> ending = new AtomicReference<>();

    /** What is to be done, and when. */
    private static final class Alarm {
        final long moment;
        final Runnable step;

        Alarm(long moment, Runnable step) {
            this.moment = moment;
            this.step = step;
        }
    }

    ParkedWaiter(Ticker ticker) {
        this.ticker = ticker;
    }

    @Override
    public boolean isHere() {
        return Thread.currentThread().equals(thread);
    }

    @Override
    public void step(Runnable step) {
        sequence.run(step);
    }

    @Override
    public void wakeAt(long moment, Runnable step) {
        alarm = new Alarm(moment, step);
        if (!isHere()) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void wakeNever() {
        alarm = null;
    }

    @Override
    public void end(AcquireEnding how) {
        if (!ending.compareAndSet(null, how)) {
            discard(how);
        } else if (!isHere()) {
            LockSupport.unpark(thread);
        }
    }

    /** Says that the thread waits no more, whatever is told. */
    void goAway(RuntimeException why) {
        AcquireEnding told = ending.getAndSet(new AcquireEnding.Failed(why));
        if (told != null) {
            discard(told);
        }
    }

    private static void discard(AcquireEnding unwanted) {
        if (unwanted instanceof AcquireEnding.Won won) {
            won.hold().discard();
        }
    }

    /** Waits for the end. */
    AcquireEnding await() throws InterruptedException {
        Alarm rung = null;
        for (AcquireEnding told = ending.get(); ; told = ending.get()) {
            if (told != null) {
                return told;
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            rung = parkOrRing(rung);
        }
    }

    private @Nullable Alarm parkOrRing(@Nullable Alarm rung) {
        Alarm next = alarm;
        if (next == null || next == rung) {
            LockSupport.park(this);
            return rung;
        }
        if (next.moment - ticker.nanos() > 0) {
            ticker.parkCallerUntil(this, next.moment, () -> ending.get() != null || alarm != next);
            return rung;
        }
        sequence.run(() -> ring(next));
        return next;
    }

    private void ring(Alarm due) {
        if (alarm == due) {
            alarm = null;
            due.step.run();
        }
    }
}
