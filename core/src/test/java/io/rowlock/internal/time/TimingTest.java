package io.rowlock.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.LockDefinition;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules for every lease, from a second to a day. */
class TimingTest {
    private static final List<Duration> LEASES = leases();

    private static List<Duration> leases() {
        LongStream growing = LongStream.iterate(1_000, millis -> millis < 86_400_000, millis -> millis * 101 / 100 + 1);
        return Stream.concat(growing.mapToObj(Duration::ofMillis), Stream.of(LockDefinition.MAX_LEASE))
                .toList();
    }

    @Test
    void aLeaseOfThirtySecondsIsDividedAsTheDocumentationSays() {
        Duration lease = LockDefinition.DEFAULT_LEASE;
        assertThat(Duration.ofNanos(Timing.beliefNanos(lease))).isEqualTo(Duration.ofMillis(29_100));
        assertThat(lease.plus(grace(lease))).isEqualTo(Duration.ofSeconds(31));
        assertThat(Timing.renewalBound(lease)).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void beliefEndsBeforeTheLease() {
        assertThat(LEASES)
                .allMatch(lease -> Timing.beliefNanos(lease) > 0 && Timing.beliefNanos(lease) < lease.toNanos());
    }

    @Test
    void aHoldersClockThatIsOnePercentSlowAndAForwardStepByTheGraceLeaveNoMomentForTwo() {
        assertThat(LEASES).allMatch(lease -> Timing.beliefNanos(lease) / 0.99 < lease.toNanos());
    }

    @Test
    void clocksThatDriftApartByOnePercentEachLeaveNoMomentForTwo() {
        assertThat(LEASES)
                .allMatch(lease -> Timing.beliefNanos(lease) / 0.99
                        < lease.plus(grace(lease)).toNanos() / 1.01);
    }

    @Test
    void renewalComesAtAThirdOfTheLeaseMoreOrLess() {
        assertThat(LEASES).allSatisfy(lease -> {
            long third = lease.toNanos() / 3;
            assertThat(Timing.renewAfterNanos(lease)).isBetween(third * 9 / 10, third * 11 / 10 + 1);
        });
    }

    @Test
    void twoRenewalsThatHangUntilTheirBoundLeaveTimeForAThird() {
        assertThat(LEASES).allSatisfy(lease -> {
            long sentAtTheLatest = lease.toNanos() / 3 * 11 / 10;
            long failed = Timing.renewalBound(lease).toNanos() + Timing.retryAfterNanos(lease);
            long left = Timing.beliefNanos(lease) - sentAtTheLatest - 2 * failed;
            assertThat(left).isGreaterThan(lease.toNanos() / 10);
        });
    }

    private static Duration grace(Duration lease) {
        return LockDefinition.of("a").withLease(lease).grace();
    }
}
