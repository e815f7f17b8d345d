package io.rowlock.internal.thread;

import java.util.concurrent.ThreadFactory;

/** Threads that fail to start, as on a machine that has none left, for as long as told. */
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
        return new Thread(work, "rowlock-scarce") {
            @Override
            public synchronized void start() {
                if (exhausted) {
                    throw new OutOfMemoryError("unable to create native thread");
                }
                super.start();
            }
        };
    }
}
