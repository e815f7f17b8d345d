package io.rowlock.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.time.ManualTicker;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class InFlightLimitTest {
    private static final Duration TRIP = Duration.ofMillis(1);

    private final ManualTicker ticker = new ManualTicker();
    private final InFlightLimit pace = new InFlightLimit(ticker.nanos());

    /** Out of a hundred rounds of trips, how many went one at a time, when a wish takes so long with one and with two. */
    private int roundsByOne(Duration one, Duration two) {
        int rounds = 0;
        for (int round = 0; round < 100; round++) {
            rounds += pace.atOnce() == 1 ? 1 : 0;
            trips(pace.atOnce() == 1 ? one : two);
        }
        return rounds;
    }

    private void trips(Duration perWish) {
        for (int trip = 0; trip < 20; trip++) {
            ticker.pass(TRIP);
            pace.ended(4, 4 * perWish.toNanos(), ticker.nanos());
        }
    }

    @Test
    void atFirstNobodyIsHeldBack() {
        assertThat(pace.atOnce()).isEqualTo(2);
    }

    @Test
    void oneAtATimeIsFoundToBeBetter() {
        assertThat(roundsByOne(Duration.ofMillis(3), Duration.ofMillis(4))).isGreaterThan(70);
    }

    @Test
    void oneAtATimeIsTriedNowAndThenAndLeftWhenItIsWorse() {
        assertThat(roundsByOne(Duration.ofMillis(4), Duration.ofMillis(3))).isBetween(1, 10);
    }

    @Test
    void whatIsTheSameIsDoneWithFewerCommits() {
        assertThat(roundsByOne(Duration.ofMillis(3), Duration.ofMillis(3))).isGreaterThan(70);
    }

    @Test
    void aChangeOfTheWorldIsNoticed() {
        roundsByOne(Duration.ofMillis(3), Duration.ofMillis(4));

        roundsByOne(Duration.ofMillis(6), Duration.ofMillis(3));

        assertThat(roundsByOne(Duration.ofMillis(6), Duration.ofMillis(3))).isLessThan(20);
    }

    @Test
    void nothingIsTriedWhileEveryWishGoesByItself() {
        for (int trip = 0; trip < 10_000; trip++) {
            ticker.pass(TRIP);
            pace.ended(1, TRIP.toNanos(), ticker.nanos());
            assertThat(pace.atOnce()).isEqualTo(2);
        }
    }

    @Test
    void afterAPauseNobodyIsHeldBack() {
        roundsByOne(Duration.ofMillis(3), Duration.ofMillis(4));

        ticker.pass(Duration.ofSeconds(1));
        trips(Duration.ofMillis(3));

        assertThat(pace.atOnce()).isEqualTo(2);
    }

    @Test
    void whatDoesNotEndIsNotWaitedFor() {
        roundsByOne(Duration.ofMillis(3), Duration.ofMillis(4));
        assertThat(pace.isStalled(ticker.nanos())).isFalse();

        ticker.pass(Duration.ofMillis(200));
        assertThat(pace.isStalled(ticker.nanos())).isTrue();
        pace.letAllGo(ticker.nanos());

        assertThat(pace.atOnce()).isEqualTo(2);
    }
}
