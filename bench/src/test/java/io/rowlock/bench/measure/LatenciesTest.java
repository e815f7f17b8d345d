package io.rowlock.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class LatenciesTest {
    private final Latencies latencies = new Latencies();

    @Test
    void aShareOfAllTookAtMostThatLong() {
        LongStream.rangeClosed(1, 1_000).forEach(micros -> latencies.add(TimeUnit.MICROSECONDS.toNanos(micros)));
        assertThat(latencies.micros(0.5)).isCloseTo(500, Percentage.withPercentage(2));
        assertThat(latencies.micros(0.99)).isCloseTo(990, Percentage.withPercentage(2));
    }

    @Test
    void anHourCountsAsTheLongestThatIsTold() {
        latencies.add(TimeUnit.HOURS.toNanos(1));
        assertThat(latencies.micros(0.5)).isGreaterThan((double) TimeUnit.MINUTES.toMicros(25));
    }

    @Test
    void ofNoneThereIsNothingToTell() {
        assertThat(latencies.micros(0.99)).isZero();
    }
}
