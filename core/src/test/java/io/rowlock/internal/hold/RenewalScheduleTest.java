package io.rowlock.internal.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.store.HoldKind;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When a hold is renewed, and when it is checked how the transaction that releases it has ended. */
class RenewalScheduleTest {
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final long START = Long.MAX_VALUE - seconds(5); // The clock wraps while the hold is renewed.
    private static final long DEADLINE = START + seconds(29);
    private static final long SOON = Duration.ofMillis(100).toNanos();

    private final RenewalSchedule automatic = new RenewalSchedule(true, LEASE, HoldKind.LEASE, START);
    private final RenewalSchedule manual = new RenewalSchedule(false, LEASE, HoldKind.LEASE, START);

    @Test
    void isDueAtAThirdOfTheLeaseGiveOrTakeATenth() {
        assertThat(automatic.isDue(START + seconds(7))).isFalse();
        assertThat(automatic.isDue(START + seconds(11))).isTrue();
        assertThat(automatic.nextMoment(DEADLINE) - START).isBetween(seconds(9), seconds(11));
    }

    @Test
    void withoutAutomaticRenewalTheDeadlineIsTheNextMoment() {
        assertThat(manual.isDue(START + seconds(20))).isFalse();
        assertThat(manual.nextMoment(DEADLINE)).isEqualTo(DEADLINE);
    }

    @Test
    void whileASessionCoversTheHoldItIsDueAfterAboutTwentyLeases() {
        automatic.coveredSince(START);
        assertThat(automatic.isDue(START + 17 * LEASE.toNanos())).isFalse();
        assertThat(automatic.isDue(START + 22 * LEASE.toNanos())).isTrue();
        assertThat(automatic.isOverdue(START + 22 * LEASE.toNanos())).isTrue();
    }

    @Test
    void withoutItsSessionItIsDueAtOnceButNotLaterThanPlanned() {
        automatic.coveredSince(START);
        automatic.dueNow(START + seconds(3));
        assertThat(automatic.isOverdue(START + seconds(3))).isTrue();
        automatic.dueNow(START + seconds(5));
        assertThat(automatic.isOverdue(START + seconds(4))).isTrue();
    }

    @Test
    void isNotDueAgainWhileOneIsInFlight() {
        automatic.sent();
        assertThat(automatic.isDue(START + seconds(15))).isFalse();
        assertThat(automatic.nextMoment(DEADLINE)).isEqualTo(DEADLINE);
        automatic.answered();
        assertThat(automatic.isDue(START + seconds(15))).isTrue();
    }

    @Test
    void aRenewalCountsFromItsSending() {
        long sentAt = START + seconds(10);
        automatic.sent();
        automatic.renewedAt(sentAt);
        automatic.answered();
        assertThat(automatic.isDue(sentAt + seconds(7))).isFalse();
        assertThat(automatic.nextMoment(sentAt + seconds(29)) - sentAt).isBetween(seconds(9), seconds(11));
    }

    @Test
    void aFailedOneIsRepeatedSoon() {
        long failedAt = START + seconds(11);
        automatic.retryAfter(failedAt);
        assertThat(automatic.nextMoment(DEADLINE) - failedAt).isBetween(1L, seconds(2));
    }

    @Test
    void theNextMomentIsNeverAfterTheDeadline() {
        automatic.retryAfter(DEADLINE - 1);
        assertThat(automatic.nextMoment(DEADLINE)).isEqualTo(DEADLINE);
    }

    @Test
    void howATransactionEndsIsAskedSoonAndAgainSoonWhateverTheLease() {
        for (RenewalSchedule schedule : new RenewalSchedule[] {automatic, manual}) {
            schedule.probeFrom(START);
            assertThat(schedule.isDue(START)).isFalse();
            assertThat(schedule.isDue(START + SOON)).isTrue();
            schedule.sent();
            assertThat(schedule.isDue(START + SOON)).isFalse();
            schedule.retryAfter(START + SOON);
            schedule.answered();
            assertThat(schedule.isDue(START + SOON)).isFalse();
            assertThat(schedule.isDue(START + 2 * SOON)).isTrue();
        }
    }

    @Test
    void onlyARenewalSentAfterTheReleaseShowsItsEnd() {
        assertThat(automatic.isProbe(START)).isFalse();
        automatic.probeFrom(START + SOON);
        assertThat(automatic.isProbe(START)).isFalse();
        assertThat(automatic.isProbe(START + SOON - 1)).isFalse();
        assertThat(automatic.isProbe(START + SOON)).isTrue();
        automatic.renewedAt(START + SOON);
        assertThat(automatic.isProbe(START + 2 * SOON)).isFalse();
    }

    @Test
    void afterARollbackItIsRenewedAsBefore() {
        automatic.probeFrom(START);
        manual.probeFrom(START);
        automatic.renewedAt(START + SOON);
        manual.renewedAt(START + SOON);
        assertThat(automatic.isDue(START + 2 * SOON)).isFalse();
        assertThat(automatic.isDue(START + SOON + seconds(11))).isTrue();
        assertThat(manual.isDue(START + seconds(20))).isFalse();
    }

    private static long seconds(int seconds) {
        return Duration.ofSeconds(seconds).toNanos();
    }
}
