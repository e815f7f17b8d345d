package io.rowlock.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.history.Kind;
import org.junit.jupiter.api.Test;

/** Releases that are answered, locks that stay taken, and longer leases, in histories written by hand. */
class ReleaseRulesTest {
    private final Story story = new Story();

    @Test
    void aReleaseThatIsConfirmedAfterTheNextGrantIsCaught() {
        story.granted("a", 1, 0, 10).event("a", Kind.LOST, 1_931, 1, "").granted("b", 2, 3_050, 3_100);
        story.answered("a", 1, 3_200, 0, "true");
        assertThat(story.broken()).containsExactly(Rule.FALSE_RELEASE);
    }

    @Test
    void aReleaseThatIsConfirmedBeforeTheNextGrantIsAllRight() {
        story.granted("a", 1, 0, 10).answered("a", 1, 200, 0, "true").granted("b", 2, 100, 202);
        assertThat(story.broken()).isEmpty();
    }

    @Test
    void aReleaseThatIsDeniedWhileItsHolderBelievesIsCaught() {
        story.granted("a", 1, 0, 10).answered("a", 1, 500, 0, "false");
        assertThat(story.broken()).containsExactly(Rule.FALSE_RELEASE);
    }

    @Test
    void aReleaseThatIsDeniedAfterTheLossOrStaysUnansweredIsAllRight() {
        story.granted("a", 1, 0, 10)
                .event("a", Kind.LOST, 1_931, 1, "")
                .answered("a", 1, 2_000, 0, "false")
                .granted("b", 2, 4_000, 4_010)
                .answered("b", 2, 4_500, 0, "io.rowlock.LockStoreException");
        assertThat(story.broken()).isEmpty();
    }

    @Test
    void aKeptLockThatIsGrantedToAnotherIsCaught() {
        story.granted("a", 1, 0, 10).answered("a", 1, 100, 500, "true").granted("b", 2, 200, 590);
        assertThat(story.broken()).containsExactly(Rule.NOT_KEPT);
    }

    @Test
    void aKeptLockIsAnothersOnceItsTimeIsOverOrIfNobodyConfirmedIt() {
        story.granted("a", 1, 0, 10).answered("a", 1, 100, 500, "true").granted("b", 2, 200, 610);
        assertThat(story.broken()).isEmpty();
        Story unconfirmed = new Story().granted("a", 1, 0, 10).answered("a", 1, 100, 500, "unknown");
        assertThat(unconfirmed.granted("b", 2, 200, 590).broken()).isEmpty();
    }

    @Test
    void aStepOfTheDatabasesClockShortensTheTime() {
        story.granted("a", 1, 0, 10).answered("a", 1, 100, 500, "true").granted("b", 2, 200, 590);
        assertThat(story.stepped(100, 50, 700).broken()).isEmpty();
    }

    @Test
    void aKeptLockIsNoOrphanUntilItsTimeIsOver() {
        story.granted("a", 1, 0, 10).answered("a", 1, 100, 3_000, "true");
        assertThat(story.waited("b", 2, 200, 5_000, Kind.BUSY, 5_000).broken()).isEmpty();
        Story late = new Story().granted("a", 1, 0, 10).answered("a", 1, 100, 3_000, "true");
        assertThat(late.waited("b", 2, 200, 5_200, Kind.BUSY, 5_200).broken()).containsExactly(Rule.ORPHAN);
    }

    @Test
    void aLockThatItsDeadHolderHadRenewedForLongerIsNoOrphanUntilThatIsOver() {
        story.granted("a", 1, 0, 10).renewed("a", 1, 100, 4_000).killed("a", 200);
        assertThat(story.waited("b", 2, 300, 7_100, Kind.BUSY, 7_100).broken()).isEmpty();
        Story late =
                new Story().granted("a", 1, 0, 10).renewed("a", 1, 100, 4_000).killed("a", 200);
        assertThat(late.waited("b", 2, 300, 7_300, Kind.BUSY, 7_300).broken()).containsExactly(Rule.ORPHAN);
    }

    @Test
    void aGrantWithinTheLongerLeaseIsCaught() {
        story.granted("a", 1, 0, 10).renewed("a", 1, 100, 4_000).held("a", 1, 110, 3_980);
        assertThat(story.killed("a", 200).granted("b", 2, 3_050, 3_100).broken())
                .containsExactly(Rule.OVERLAPPING_GRANTS);
    }
}
