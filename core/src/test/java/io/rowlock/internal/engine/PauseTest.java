package io.rowlock.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PauseTest {

    @Test
    void itDoublesUpToItsBoundAndIsBetweenHalfAndAll() {
        Pause pause = new Pause(Duration.ofNanos(100), Duration.ofNanos(400));
        for (long all : new long[] {100, 200, 400, 400, 400}) {
            assertThat(pause.nanos()).isBetween(all / 2, all);
        }
    }
}
