package io.rowlock.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.history.Kind;
import org.junit.jupiter.api.Test;

/** Releases that are answered, locks that stay taken, and longer leases, in histories written by hand. */
class ReleaseRulesTest {
    private final HistoryBuilder history = new HistoryBuilder();

    @Test
    void aReleaseThatIsConfirmedAfterTheNextGrantIsCaught() {
        history.granted("a", 1, 0, 10).event("a", Kind.LOST, 1_931, 1, "").granted("b", 2, 3_050, 3_100);
        history.answered("a", 1, 3_200, 0, "true");
        assertThat(history.broken()).containsExactly(Rule.FALSE_RELEASE);
    }

    @Test
    void aReleaseThatIsConfirmedBeforeTheNextGrantIsAllRight() {
        history.granted("a", 1, 0, 10).answered("a", 1, 200, 0, "true").granted("b", 2, 100, 202);
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void aReleaseThatIsDeniedWhileItsHolderBelievesIsCaught() {
        history.granted("a", 1, 0, 10).answered("a", 1, 500, 0, "false");
        assertThat(history.broken()).containsExactly(Rule.FALSE_RELEASE);
    }

    @Test
    void aReleaseThatIsDeniedAfterTheLossOrStaysUnansweredIsAllRight() {
        history.granted("a", 1, 0, 10)
                .event("a", Kind.LOST, 1_931, 1, "")
                .answered("a", 1, 2_000, 0, "false")
                .granted("b", 2, 4_000, 4_010)
                .answered("b", 2, 4_500, 0, "io.rowlock.LockStoreException");
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void aKeptLockThatIsGrantedToAnotherIsCaught() {
        history.granted("a", 1, 0, 10).answered("a", 1, 100, 500, "true").granted("b", 2, 200, 590);
        assertThat(history.broken()).containsExactly(Rule.NOT_KEPT);
    }

    @Test
    void aKeptLockIsAnothersOnceItsTimeIsOverOrIfNobodyConfirmedIt() {
        history.granted("a", 1, 0, 10).answered("a", 1, 100, 500, "true").granted("b", 2, 200, 610);
        assertThat(history.broken()).isEmpty();
        HistoryBuilder unconfirmed = new HistoryBuilder().granted("a", 1, 0, 10).answered("a", 1, 100, 500, "unknown");
        assertThat(unconfirmed.granted("b", 2, 200, 590).broken()).isEmpty();
    }

    @Test
    void aStepOfTheDatabasesClockShortensTheTime() {
        history.granted("a", 1, 0, 10).answered("a", 1, 100, 500, "true").granted("b", 2, 200, 590);
        assertThat(history.stepped(100, 50, 700).broken()).isEmpty();
    }

    @Test
    void aKeptLockIsNoOrphanUntilItsTimeIsOver() {
        history.granted("a", 1, 0, 10).answered("a", 1, 100, 3_000, "true");
        assertThat(history.waited("b", 2, 200, 5_000, Kind.BUSY, 5_000).broken())
                .isEmpty();
        HistoryBuilder late = new HistoryBuilder().granted("a", 1, 0, 10).answered("a", 1, 100, 3_000, "true");
        assertThat(late.waited("b", 2, 200, 5_200, Kind.BUSY, 5_200).broken()).containsExactly(Rule.ORPHAN);
    }

    @Test
    void aLockThatItsDeadHolderHadRenewedForLongerIsNoOrphanUntilThatIsOver() {
        history.granted("a", 1, 0, 10).renewed("a", 1, 100, 4_000).killed("a", 200);
        assertThat(history.waited("b", 2, 300, 7_100, Kind.BUSY, 7_100).broken())
                .isEmpty();
        HistoryBuilder late = new HistoryBuilder()
                .granted("a", 1, 0, 10)
                .renewed("a", 1, 100, 4_000)
                .killed("a", 200);
        assertThat(late.waited("b", 2, 300, 7_300, Kind.BUSY, 7_300).broken()).containsExactly(Rule.ORPHAN);
    }

    @Test
    void aGrantWithinTheLongerLeaseIsCaught() {
        history.granted("a", 1, 0, 10).renewed("a", 1, 100, 4_000).held("a", 1, 110, 3_980);
        assertThat(history.killed("a", 200).granted("b", 2, 3_050, 3_100).broken())
                .containsExactly(Rule.OVERLAPPING_GRANTS);
    }
}
