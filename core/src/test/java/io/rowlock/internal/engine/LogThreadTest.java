package io.rowlock.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LogThreadTest {

    @Test
    void noThreadOutlivesItsClosing() {
        for (int round = 0; round < 1_000; round++) {
            AtomicReference<Thread> writing = new AtomicReference<>();
            LogThread log = new LogThread();
            log.write(() -> writing.set(Thread.currentThread()));
            log.close();
            assertThat(writing.get().isAlive()).as("alive in round %d", round).isFalse();
        }
    }
}
