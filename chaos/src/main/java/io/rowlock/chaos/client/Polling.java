package io.rowlock.chaos.client;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Waiting for a lock whose library does not wait: asks again and again. */
final class Polling {
    private static final long PAUSE_MILLIS = 20;

    private Polling() {}

    static Optional<Grip> until(Duration wait, Supplier<Optional<Grip>> ask) throws InterruptedException {
        long end = System.nanoTime() + wait.toNanos();
        while (true) {
            Optional<Grip> grip = ask.get();
            if (grip.isPresent() || end - System.nanoTime() <= 0) {
                return grip;
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }
}
