package io.rowlock.internal.thread;

import java.util.concurrent.ThreadFactory;

/**
 * Threads that cannot be had, as on a machine that has none left, for as long as told. The factory rejects them, not their
 * {@code start}: from JDK 21 on, executors start threads past an overridden {@code start}.
 */
public final class ScarceThreads implements ThreadFactory {
    private volatile boolean exhausted;

    public void exhaust() {
        exhausted = true;
    }

    public void recover() {
        exhausted = false;
    }

    @Override
    public Thread newThread(Runnable work) {
        if (exhausted) {
            throw new OutOfMemoryError("unable to create native thread");
        }
        return new Thread(work, "rowlock-scarce");
    }
}
