package io.rowlock.internal.thread;

import java.util.function.Supplier;

/** Finishes short work of the engine though the calling thread is interrupted, and restores the flag afterwards. */
public final class Uninterruptibly {
    private Uninterruptibly() {}

    public static void run(Runnable work) {
        get(() -> {
            work.run();
            return true;
        });
    }

    public static <T> T get(Supplier<T> work) {
        boolean interrupted = Thread.interrupted();
        try {
            return work.get();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Waits for something, again after each interrupt. */
    public static <T> T await(Waiting<T> waiting) {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return waiting.once();
                } catch (InterruptedException repeated) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** A wait that an interrupt ends. */
    @FunctionalInterface
    public interface Waiting<T> {
        T once() throws InterruptedException;
    }
}
