package io.rowlock.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackoffTest {

    @Test
    void itDoublesUpToItsBoundAndIsBetweenHalfAndAll() {
        Backoff pause = new Backoff(Duration.ofNanos(100), Duration.ofNanos(400));
        for (long all : new long[] {100, 200, 400, 400, 400}) {
            assertThat(pause.nanos()).isBetween(all / 2, all);
        }
    }
}
