package io.rowlock.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CallbacksTest {
    private static final int LOSSES = 600;

    /** Each action waits for all others, so none may wait for another to end before it begins. */
    @Test
    void actionsOfHundredsOfLossesRunAtOnce() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(LOSSES);
        AtomicInteger alone = new AtomicInteger();
        try (LogThread log = new LogThread();
                Callbacks callbacks = new Callbacks(log)) {
            for (int number = 0; number < LOSSES; number++) {
                callbacks.run("lock-" + number, () -> {
                    begun.countDown();
                    if (!isOver(begun)) {
                        alone.incrementAndGet();
                    }
                });
            }
            assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(alone).hasValue(0);
    }

    private static boolean isOver(CountDownLatch latch) {
        try {
            return latch.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException ended) {
            return false;
        }
    }
}
