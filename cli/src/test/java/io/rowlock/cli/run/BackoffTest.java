package io.rowlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void thePauseDoublesUpToTheLongest() {
        Backoff backoff = new Backoff(SECOND, MINUTE);
        assertThat(backoff.pause()).isEqualTo(SECOND);

        for (int seconds : new int[] {1, 2, 4, 8, 16, 32, 60, 60}) {
            backoff.ended(1, Duration.ZERO);
            assertThat(backoff.pause()).isEqualTo(Duration.ofSeconds(seconds));
        }
    }

    @Test
    void aProgramThatSucceedsOrRunsForAWhileBeginsAnew() {
        Backoff backoff = new Backoff(SECOND, MINUTE);
        backoff.ended(1, Duration.ZERO);
        backoff.ended(1, Duration.ZERO);
        backoff.ended(0, Duration.ZERO);
        assertThat(backoff.failures()).isZero();

        backoff.ended(1, Duration.ZERO);
        backoff.ended(1, Duration.ofSeconds(10));
        assertThat(backoff.pause()).isEqualTo(SECOND);
    }

    @Test
    void aPauseLongerThanTheLongestStands() {
        assertThat(new Backoff(MINUTE, SECOND).pause()).isEqualTo(MINUTE);
    }
}
