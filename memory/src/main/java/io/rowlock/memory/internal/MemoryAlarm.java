package io.rowlock.memory.internal;

import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Something that is to be done at a moment of a {@link MemoryClock}, once. */
final class MemoryAlarm extends FutureTask<@Nullable Void> {
    private final ScheduledExecutorService executor;
    private final long moment;
    private final Consumer<MemoryAlarm> over;
    private final AtomicBoolean rung = new AtomicBoolean();
    private volatile @Nullable Future<?> timer;

    MemoryAlarm(ScheduledExecutorService executor, long moment, Runnable action, Consumer<MemoryAlarm> over) {
        super(action, null);
        this.executor = executor;
        this.moment = moment;
        this.over = over;
    }

    long moment() {
        return moment;
    }

    /** Whether its moment has come and it is not over. */
    boolean isDue(long now) {
        return moment - now <= 0 && !isDone() && !isAbandoned();
    }

    /** Whether its client is closed, so that nobody will do it. */
    boolean isAbandoned() {
        return executor.isShutdown();
    }

    /** Has the executor do it, unless that was said before. */
    void ring() {
        if (rung.compareAndSet(false, true)) {
            executor.execute(this);
        }
    }

    /** Rings by itself, if nobody has it ring sooner. */
    void ringIn(long nanos) {
        timer = executor.schedule(this::ring, nanos, TimeUnit.NANOSECONDS);
        if (isDone()) {
            done();
        }
    }

    @Override
    protected void done() {
        over.accept(this);
        Future<?> running = timer;
        if (running != null) {
            running.cancel(false);
        }
    }
}
