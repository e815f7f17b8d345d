package io.rowlock.internal.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class ClockReadingTest {
    private static final long EPOCH = 1_800_000_000_000L;

    @Test
    void aClockWithinOnePercentIsSilent() {
        assertThat(compare(millis -> millis)).isEmpty();
        assertThat(compare(millis -> millis * 1_009 / 1_000)).isEmpty();
        assertThat(compare(millis -> millis * 991 / 1_000)).isEmpty();
    }

    @Test
    void aFastClockEndsLeasesEarly() {
        assertThat(compare(millis -> millis * 11 / 10)).singleElement().satisfies(finding -> {
            assertThat(finding.promises()).isEqualTo("S2");
            assertThat(finding.problem()).contains("9 % faster");
        });
    }

    @Test
    void aSlowClockMakesLeasesLast() {
        assertThat(compare(millis -> millis / 2)).singleElement().satisfies(finding -> {
            assertThat(finding.promises()).isEqualTo("L1");
            assertThat(finding.problem()).contains("slower");
        });
    }

    @Test
    void aStepIsToldFromARate() {
        assertThat(compare(millis -> millis + (millis > 900 ? 1_000 : 0)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.problem()).contains("forward by 99"));
        assertThat(compare(millis -> millis - (millis > 900 ? 1_000 : 0)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.problem()).contains("back by 99"));
    }

    @Test
    void aSmallStepIsSwallowedByTheGrace() {
        assertThat(compare(millis -> millis + (millis > 900 ? 60 : 0))).isEmpty();
    }

    @Test
    void aSlowAnswerIsNotAWrongClock() {
        List<ClockReading> readings = List.of(
                new ClockReading(0, nanos(900), micros(800)),
                new ClockReading(nanos(1_000), nanos(1_900), micros(1_000)),
                new ClockReading(nanos(2_000), nanos(2_002), micros(2_001)));
        assertThat(ClockReading.compare(readings)).isEmpty();
    }

    private static List<Finding> compare(LongUnaryOperator databaseMillis) {
        List<ClockReading> readings = new ArrayList<>();
        for (long millis = 0; millis <= 2_000; millis += 250) {
            long told = micros(databaseMillis.applyAsLong(millis));
            readings.add(new ClockReading(nanos(millis) - 500_000, nanos(millis) + 500_000, told));
        }
        return ClockReading.compare(readings);
    }

    private static long nanos(long millis) {
        return millis * 1_000_000;
    }

    private static long micros(long millis) {
        return (EPOCH + millis) * 1_000;
    }
}
