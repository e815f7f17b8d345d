package io.rowlock.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.time.ManualTicker;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class InFlightLimitTest {
    private static final Duration ROUND_TRIP = Duration.ofMillis(1);

    private final ManualTicker ticker = new ManualTicker();
    private final InFlightLimit limit = new InFlightLimit(ticker.nanos());

    /** Out of a hundred rounds, how many ran one round trip at a time, when an operation takes so long with one and with two. */
    private int roundsByOne(Duration one, Duration two) {
        int rounds = 0;
        for (int round = 0; round < 100; round++) {
            rounds += limit.limit() == 1 ? 1 : 0;
            roundTrips(limit.limit() == 1 ? one : two);
        }
        return rounds;
    }

    private void roundTrips(Duration perOperation) {
        for (int roundTrip = 0; roundTrip < 20; roundTrip++) {
            ticker.pass(ROUND_TRIP);
            limit.ended(4, 4 * perOperation.toNanos(), ticker.nanos());
        }
    }

    @Test
    void atFirstNoRequestIsDelayed() {
        assertThat(limit.limit()).isEqualTo(2);
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
    void ofEqualsTheOneWithFewerCommitsIsUsed() {
        assertThat(roundsByOne(Duration.ofMillis(3), Duration.ofMillis(3))).isGreaterThan(70);
    }

    @Test
    void aChangeOfTheConditionsIsNoticed() {
        roundsByOne(Duration.ofMillis(3), Duration.ofMillis(4));

        roundsByOne(Duration.ofMillis(6), Duration.ofMillis(3));

        assertThat(roundsByOne(Duration.ofMillis(6), Duration.ofMillis(3))).isLessThan(20);
    }

    @Test
    void nothingIsTriedWhileEveryOperationIsSentAlone() {
        for (int roundTrip = 0; roundTrip < 10_000; roundTrip++) {
            ticker.pass(ROUND_TRIP);
            limit.ended(1, ROUND_TRIP.toNanos(), ticker.nanos());
            assertThat(limit.limit()).isEqualTo(2);
        }
    }

    @Test
    void afterAPauseNoRequestIsDelayed() {
        roundsByOne(Duration.ofMillis(3), Duration.ofMillis(4));

        ticker.pass(Duration.ofSeconds(1));
        roundTrips(Duration.ofMillis(3));

        assertThat(limit.limit()).isEqualTo(2);
    }

    @Test
    void aStalledDatabaseIsNotWaitedFor() {
        roundsByOne(Duration.ofMillis(3), Duration.ofMillis(4));
        assertThat(limit.isStalled(ticker.nanos())).isFalse();

        ticker.pass(Duration.ofMillis(200));
        assertThat(limit.isStalled(ticker.nanos())).isTrue();
        limit.reset(ticker.nanos());

        assertThat(limit.limit()).isEqualTo(2);
    }
}
