package io.rowlock.chaos.client;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Waiting for a lock whose library does not wait: asks again and again. */
final class Polling {
    private static final long PAUSE_MILLIS = 20;

    private Polling() {}

    static Optional<LockHandle> until(Duration wait, Supplier<Optional<LockHandle>> ask) throws InterruptedException {
        long end = System.nanoTime() + wait.toNanos();
        while (true) {
            Optional<LockHandle> handle = ask.get();
            if (handle.isPresent() || end - System.nanoTime() <= 0) {
                return handle;
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }
}
