package io.rowlock.memory.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.Test;

class MemoryClockTest {
    private final MemoryClock clock = MemoryClock.stopped(Instant.EPOCH);

    /** One clock may serve the clients of many tests. */
    @Test
    void timersOfAClosedClientAreForgotten() {
        for (int client = 0; client < 10; client++) {
            ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
            long moment = clock.nanos() + Duration.ofHours(1).toNanos();
            Future<?> unused = clock.schedule(executor, moment, () -> {});
            executor.shutdownNow();
        }

        assertThat(clock.timers()).isLessThanOrEqualTo(1);
    }
}
