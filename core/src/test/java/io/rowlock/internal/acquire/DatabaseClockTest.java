package io.rowlock.internal.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.time.ManualTicker;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DatabaseClockTest {
    private final ManualTicker ticker = new ManualTicker();
    private final DatabaseClock clock = new DatabaseClock(ticker, 1_000);

    @Test
    void itGoesOnFromWhatTheDatabaseLastTold() {
        ticker.pass(Duration.ofSeconds(10));
        assertThat(clock.in(Duration.ofNanos(2_000))).isEqualTo(1_000 + 10_000_000 + 2);
        clock.observe(5_000);
        ticker.pass(Duration.ofNanos(3_000));
        assertThat(clock.in(Duration.ZERO)).isEqualTo(5_003);
    }

    @Test
    void itIsWorthALookOnceWhenTheLastWasLongAgo() {
        assertThat(clock.isStale()).isFalse();
        ticker.pass(Duration.ofMinutes(1));
        assertThat(clock.isStale()).isTrue();
        assertThat(clock.isStale()).as("while that look is under way").isFalse();
        clock.observe(1_000);
        ticker.pass(Duration.ofSeconds(1));
        assertThat(clock.isStale()).isFalse();
        ticker.pass(Duration.ofMinutes(1));
        assertThat(clock.isStale()).isTrue();
    }
}
