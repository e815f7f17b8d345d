package io.rowlock.internal.thread;

import io.rowlock.internal.time.SuspensionTicker;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The threads of the engine: daemons with telling names, which keep no application's class loader alive. */
public final class EngineThread {
    private static final String PREFIX = "rowlock-";

    private EngineThread() {}

    /** Whether a thread is virtual, on a JDK that has virtual threads. */
    public static boolean isVirtual(Thread thread) {
        // Thread.isVirtual needs JDK 21.
        ThreadGroup group = thread.getThreadGroup();
        return group != null && group.getName().equals("VirtualThreads");
    }

    public static Thread make(String name, Runnable work) {
        Thread thread = new Thread(null, work, PREFIX + name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(EngineThread.class.getClassLoader());
        return thread;
    }

    /** Waits for a thread to end, and keeps an interrupt of the caller for later; false if the thread did not end. */
    public static boolean join(Thread thread, Duration longest) {
        boolean interrupted = false;
        long end = SuspensionTicker.SYSTEM.nanos() + longest.toNanos();
        try {
            while (thread.isAlive() && end - SuspensionTicker.SYSTEM.nanos() > 0) {
                try {
                    TimeUnit.NANOSECONDS.timedJoin(thread, end - SuspensionTicker.SYSTEM.nanos());
                } catch (InterruptedException again) {
                    interrupted = true;
                }
            }
            return !thread.isAlive();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
