package io.rowlock.internal.engine;

import java.util.function.Supplier;

/** Lets bounded work of ours finish though the calling thread is interrupted, and gives the flag back afterwards. */
final class Uninterrupted {
    private Uninterrupted() {}

    static void run(Runnable work) {
        get(() -> {
            work.run();
            return true;
        });
    }

    static <T> T get(Supplier<T> work) {
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
    static <T> T await(Waiting<T> waiting) {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return waiting.once();
                } catch (InterruptedException hurried) {
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
    interface Waiting<T> {
        T once() throws InterruptedException;
    }
}
