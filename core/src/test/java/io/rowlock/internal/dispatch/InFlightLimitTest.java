package io.rowlock.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.dispatch.InFlightLimit.Mode;
import io.rowlock.internal.time.ManualTicker;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class InFlightLimitTest {
    private static final Duration ROUND_TRIP = Duration.ofMillis(1);

    private final ManualTicker ticker = new ManualTicker();
    private final InFlightLimit limit = new InFlightLimit(ticker.nanos());

    /** Out of a hundred rounds, how many ran in a mode, when an operation takes so long in each. */
    private int rounds(Mode counted, Map<Mode, Integer> millis) {
        int rounds = 0;
        for (int round = 0; round < 100; round++) {
            rounds += limit.mode() == counted ? 1 : 0;
            roundTrips(Duration.ofMillis(millis.get(limit.mode())));
        }
        return rounds;
    }

    private static Map<Mode, Integer> millis(int one, int two, int byKind) {
        return Map.of(Mode.ONE, one, Mode.TWO, two, Mode.BY_KIND, byKind);
    }

    private void roundTrips(Duration perOperation) {
        for (int roundTrip = 0; roundTrip < 20; roundTrip++) {
            ticker.pass(ROUND_TRIP);
            limit.ended(4, 4 * perOperation.toNanos(), ticker.nanos());
        }
    }

    @Test
    void atFirstNoRequestIsDelayed() {
        assertThat(limit.mode()).isEqualTo(Mode.TWO);
    }

    @ParameterizedTest
    @EnumSource
    void theBestModeIsFound(Mode best) {
        Map<Mode, Integer> millis = new EnumMap<>(millis(4, 4, 4));
        millis.put(best, 3);

        assertThat(rounds(best, millis)).isGreaterThan(70);
    }

    @ParameterizedTest
    @EnumSource
    void aWorseModeIsTriedNowAndThenAndLeft(Mode worse) {
        Map<Mode, Integer> millis = new EnumMap<>(millis(3, 3, 3));
        millis.put(worse, 4);

        assertThat(rounds(worse, millis)).isBetween(1, 10);
    }

    @Test
    void ofEqualsTheOneWithFewerCommitsIsUsed() {
        assertThat(rounds(Mode.ONE, millis(3, 3, 3))).isGreaterThan(70);
    }

    @ParameterizedTest
    @EnumSource
    void aChangeOfTheConditionsIsNoticed(Mode best) {
        Map<Mode, Integer> millis = new EnumMap<>(millis(6, 6, 6));
        rounds(best, millis(3, 3, 3));

        millis.put(best, 3);
        rounds(best, millis);

        assertThat(rounds(best, millis)).isGreaterThan(80);
    }

    @Test
    void nothingIsTriedWhileEveryOperationIsSentAlone() {
        for (int roundTrip = 0; roundTrip < 10_000; roundTrip++) {
            ticker.pass(ROUND_TRIP);
            limit.ended(1, ROUND_TRIP.toNanos(), ticker.nanos());
            assertThat(limit.mode()).isEqualTo(Mode.TWO);
        }
    }

    @Test
    void afterAPauseNoRequestIsDelayed() {
        rounds(Mode.ONE, millis(3, 4, 4));

        ticker.pass(Duration.ofSeconds(1));
        roundTrips(Duration.ofMillis(3));

        assertThat(limit.mode()).isEqualTo(Mode.TWO);
    }

    @Test
    void aStalledDatabaseIsNotWaitedFor() {
        rounds(Mode.ONE, millis(3, 4, 4));
        assertThat(limit.isStalled(ticker.nanos())).isFalse();

        ticker.pass(Duration.ofMillis(200));
        assertThat(limit.isStalled(ticker.nanos())).isTrue();
        limit.reset(ticker.nanos());

        assertThat(limit.mode()).isEqualTo(Mode.TWO);
    }
}
