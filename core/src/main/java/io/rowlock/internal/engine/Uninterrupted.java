package io.rowlock.internal.engine;

/** Lets bounded work of ours finish though the calling thread is interrupted, and gives the flag back afterwards. */
final class Uninterrupted {
    private Uninterrupted() {}

    static void run(Runnable work) {
        boolean interrupted = Thread.interrupted();
        try {
            work.run();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
