package io.rowlock.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SuspensionTickerTest {
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final long HUNDREDTH = Duration.ofMillis(10).toNanos();

    private long monotonic = 1_000;
    private long boot = 5_000;
    private final Ticker ticker = new SuspensionTicker(() -> monotonic, () -> OptionalLong.of(boot));

    @Test
    void timeThatTheMachineSleptIsCountedOnceSomeoneMakesSure() {
        pass(HUNDREDTH);
        long before = ticker.nanos();
        boot += MINUTE;
        assertThat(ticker.nanos() - before).isZero();
        assertThat(ticker.nanosForSure() - before).isEqualTo(MINUTE);
        assertThat(ticker.nanos() - before).isEqualTo(MINUTE);
    }

    @Test
    void oneLookServesAllWhoAskWithinAMillisecond() {
        pass(HUNDREDTH);
        long before = ticker.nanosForSure();
        boot += MINUTE;
        assertThat(ticker.nanosForSure()).isEqualTo(before);
        pass(HUNDREDTH);
        assertThat(ticker.nanosForSure() - before).isEqualTo(MINUTE + HUNDREDTH);
    }

    private void pass(long nanos) {
        monotonic += nanos;
        boot += nanos;
    }

    @Test
    void sleepIsCountedOnceAndTimeAwakeAsItPasses() {
        long before = ticker.nanos();
        boot += MINUTE;
        ticker.nanosForSure();
        boot += HUNDREDTH;
        monotonic += HUNDREDTH;
        assertThat(ticker.nanosForSure() - before).isEqualTo(MINUTE + HUNDREDTH);
    }

    @Test
    void clocksThatAreReadInaccuratelyCountForNothing() {
        pass(HUNDREDTH);
        long before = ticker.nanos();
        boot += HUNDREDTH;
        assertThat(ticker.nanosForSure()).isEqualTo(before);
        pass(HUNDREDTH);
        boot -= 2 * HUNDREDTH;
        assertThat(ticker.nanosForSure()).isEqualTo(before + HUNDREDTH);
    }

    @Test
    void withoutABootClockTheMonotonicOneIsAllThereIs() {
        Ticker plain = new SuspensionTicker(() -> monotonic, OptionalLong::empty);
        monotonic += MINUTE;
        assertThat(plain.nanosForSure()).isEqualTo(monotonic);
    }
}
