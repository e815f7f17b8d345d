package io.rowlock.engines.process;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rowlock.engines.machine.Prerequisite;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SkewedClockTest {

    private static final Duration SOON = ofSeconds(20);

    @BeforeAll
    static void compilerIsThere() {
        Prerequisite.require(SkewedClock.availability());
    }

    @ParameterizedTest
    @ValueSource(longs = {7_200, -86_400, 0})
    void shiftsTheWallClockAndNotTheMonotonicOne(long seconds) {
        SkewedClock clock = SkewedClock.ahead(ofSeconds(seconds));
        try (ChildJvm child = JvmLaunch.of(EchoMain.class).clock(clock).start()) {
            long skew = ask(child, "wall") - System.currentTimeMillis();
            // On Linux nanoTime is the machine's monotonic clock, the same in every process.
            long drift = TimeUnit.NANOSECONDS.toMillis(ask(child, "nano") - System.nanoTime());

            assertThat(skew).isCloseTo(seconds * 1_000, within(1_000L));
            assertThat(drift).isCloseTo(0, within(1_000L));
        }
    }

    private static long ask(ChildJvm child, String question) {
        child.send(question);
        return Long.parseLong(child.expect(question, SOON).substring(question.length() + 1));
    }
}
