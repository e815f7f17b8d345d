package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LockDefinitionTest {
    private static final LockDefinition REPORT = LockDefinition.of("report");

    @Test
    void theDefaultsAreThoseOfTheDocumentation() {
        assertThat(REPORT.lease()).isEqualTo(Duration.ofSeconds(30));
        assertThat(REPORT.waitFor()).isEqualTo(Duration.ofMinutes(1));
        assertThat(REPORT.renewed()).isTrue();
        assertThat(REPORT.keepFor()).isZero();
        assertThat(REPORT.owner()).isEmpty();
        assertThat(REPORT.localHandOffs()).isZero();
        assertThat(REPORT.longestHold()).isEmpty();
    }

    @Test
    void eachWitherChangesItsOwnPartOfACopy() {
        LockDefinition changed = REPORT.withLease(Duration.ofSeconds(5))
                .withWait(Duration.ofSeconds(6))
                .withRenewal(false)
                .withKeepFor(Duration.ofSeconds(7))
                .withOwner("me")
                .withLocalHandOffs(8)
                .withLongestHold(Duration.ofSeconds(9));
        assertThat(changed.name()).isEqualTo("report");
        assertThat(changed.lease()).hasSeconds(5);
        assertThat(changed.waitFor()).hasSeconds(6);
        assertThat(changed.renewed()).isFalse();
        assertThat(changed.keepFor()).hasSeconds(7);
        assertThat(changed.owner()).contains("me");
        assertThat(changed.localHandOffs()).isEqualTo(8);
        assertThat(changed.longestHold()).contains(Duration.ofSeconds(9));
        assertThat(REPORT).isEqualTo(LockDefinition.of("report"));
    }

    @Test
    void aLongestHoldIsNeitherShorterThanASecondNorLongerThanAYear() {
        for (Duration longest :
                List.of(Duration.ofMillis(999), Duration.ofDays(365).plusMillis(1))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> REPORT.withLongestHold(longest))
                    .withMessageContaining("lock 'report'")
                    .withMessageContaining("PT1S");
        }
    }

    @Test
    void definitionsAreEqualIfAllTheirPartsAre() {
        LockDefinition same = LockDefinition.of("report").withLease(Duration.ofSeconds(30));
        assertThat(same).isEqualTo(REPORT).hasSameHashCodeAs(REPORT);
        assertThat(List.of(
                        LockDefinition.of("other"),
                        REPORT.withLease(Duration.ofSeconds(5)),
                        REPORT.withWait(Duration.ZERO),
                        REPORT.withRenewal(false),
                        REPORT.withKeepFor(Duration.ofSeconds(1)),
                        REPORT.withOwner("me"),
                        REPORT.withLocalHandOffs(1),
                        REPORT.withLongestHold(Duration.ofSeconds(1))))
                .doesNotHaveDuplicates()
                .doesNotContain(REPORT);
        assertThat(REPORT).isNotEqualTo("report");
    }

    @Test
    void theTextNamesAllParts() {
        assertThat(REPORT.withLease(Duration.ofSeconds(5)).withOwner("me"))
                .hasToString("LockDefinition[key=report, lease=PT5S, waitFor=PT1M, renewed=true, keepFor=PT0S,"
                        + " owner=Optional[me], localHandOffs=0, longestHold=Optional.empty]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S", "PT0.999S", "PT24H0.001S"})
    void aLeaseOutsideItsBoundsIsRejected(Duration lease) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> REPORT.withLease(lease))
                .withMessageContaining("lock 'report' is outside PT1S to PT24H");
    }

    @Test
    void waitAndKeepForAreNotNegative() {
        Duration negative = Duration.ofMillis(-1);
        assertThatIllegalArgumentException().isThrownBy(() -> REPORT.withWait(negative));
        assertThatIllegalArgumentException().isThrownBy(() -> REPORT.withKeepFor(negative));
    }

    @Test
    void aLockIsKeptForADayAtMost() {
        assertThat(REPORT.withKeepFor(Duration.ofHours(24)).keepFor()).hasHours(24);
        assertThatIllegalArgumentException().isThrownBy(() -> REPORT.withKeepFor(Duration.ofHours(25)));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1_001})
    void localHandOffsOutsideTheirBoundsAreRejected(int passes) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> REPORT.withLocalHandOffs(passes))
                .withMessageContaining("localHandOffs " + passes + " of lock 'report' is outside 0 to 1000");
    }

    @Test
    void anOwnerThatTheTableCannotHoldIsRejected() {
        assertThatIllegalArgumentException().isThrownBy(() -> REPORT.withOwner("x".repeat(201)));
        assertThatIllegalArgumentException().isThrownBy(() -> REPORT.withOwner("two\nlines"));
    }

    @ParameterizedTest
    @CsvSource({"PT1S, PT1S", "PT30S, PT1S", "PT100S, PT3S", "PT24H, PT43M12S"})
    void theGraceIsThreePercentOfTheLeaseAndAtLeastASecond(Duration lease, Duration grace) {
        assertThat(REPORT.withLease(lease).grace()).isEqualTo(grace);
    }
}
