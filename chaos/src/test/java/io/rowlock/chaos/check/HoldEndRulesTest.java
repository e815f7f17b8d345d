package io.rowlock.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.history.Kind;
import org.junit.jupiter.api.Test;

/** How a hold ends: by its holder alone, known in time, and finally. Each rule once broken and once kept, in histories written by hand. */
class HoldEndRulesTest {
    private final HistoryBuilder history = new HistoryBuilder();

    @Test
    void aHoldThatEndsBeforeItsTimeThoughItsHolderDidNotEndItIsCaught() {
        history.granted("a", 1, 0, 10)
                .event("a", Kind.LOST, 700, 1, "")
                .event("a", Kind.LOSS_REPORTED, 701, 1, "REVOKED_OR_TAKEN");
        assertThat(history.broken()).containsExactly(Rule.FOREIGN_RELEASE);
    }

    @Test
    void aReleaseOfAHeldGrantThatTheLibraryDroppedIsCaughtThoughItsProcessWasKilledLater() {
        history.granted("a", 1, 0, 10)
                .event("a", Kind.RELEASE_DROPPED, 20, 0, "1")
                .killed("a", 30);
        assertThat(history.broken()).containsExactly(Rule.BEHIND_THE_BACK);
    }

    @Test
    void aHoldThatIsRevokedOrTakenAfterItsTimeIsAllRight() {
        history.granted("a", 1, 0, 10)
                .event("a", Kind.LOST, 1_931, 1, "")
                .event("a", Kind.LOSS_REPORTED, 4_000, 1, "REVOKED_OR_TAKEN");
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void aHoldThatIsEndedEarlyIsExcusedByAStepAtThatTimeAlone() {
        history.granted("a", 1, 0, 10)
                .event("a", Kind.LOST, 1_500, 1, "")
                .event("a", Kind.LOSS_REPORTED, 1_501, 1, "REVOKED_OR_TAKEN");
        history.stepped(800, 1_400, 1_600);
        assertThat(history.broken()).isEmpty();
        HistoryBuilder later = new HistoryBuilder().granted("a", 1, 0, 10).event("a", Kind.LOST, 1_500, 1, "");
        later.event("a", Kind.LOSS_REPORTED, 1_501, 1, "REVOKED_OR_TAKEN").stepped(800, 20_000, 21_000);
        assertThat(later.broken()).containsExactly(Rule.FOREIGN_RELEASE);
    }

    @Test
    void aHolderThatIsToldAfterTheNextGrantIsCaught() {
        history.granted("a", 1, 0, 10).granted("b", 2, 2_000, 3_100).event("a", Kind.LOST, 3_200, 1, "");
        assertThat(history.broken()).containsExactly(Rule.LATE_NOTICE);
    }

    @Test
    void aHolderThatWasStoppedLearnsOnWaking() {
        history.granted("a", 1, 0, 10)
                .granted("b", 2, 2_000, 3_100)
                .event("a", Kind.LOST, 3_200, 1, "")
                .stopped("a", 100, 3_150);
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void aStopThatWasOverInTimeExcusesNothing() {
        history.granted("a", 1, 0, 10)
                .granted("b", 2, 2_000, 3_100)
                .event("a", Kind.LOST, 3_200, 1, "")
                .stopped("a", 100, 200);
        assertThat(history.broken()).containsExactly(Rule.LATE_NOTICE);
    }

    @Test
    void aHoldThatIsHeldAgainAfterItsLossIsCaught() {
        history.granted("a", 1, 0, 10).event("a", Kind.LOST, 1_931, 1, "").held("a", 1, 1_950, 1_960);
        assertThat(history.broken()).containsExactly(Rule.NOT_FINAL);
    }

    @Test
    void aGrantThatIsInTheDatabaseAfterItsReleaseIsCaught() {
        history.granted("a", 1, 0, 10).released("a", 1, 20).seen(1, "a", 15, 22);
        assertThat(history.broken()).containsExactly(Rule.NOT_FINAL);
    }

    @Test
    void aGrantThatWasSeenBeforeItsReleaseWasConfirmedIsAllRight() {
        history.granted("a", 1, 0, 10).released("a", 1, 20).seen(1, "a", 15, 20);
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void aReleaseThatACrashOfPostgresqlCanHaveUndoneIsAllRight() {
        HistoryBuilder undone = crashed("PostgreSQL", 600);
        assertThat(undone.seen(1, "a", 700, 2_010).broken()).isEmpty();
    }

    @Test
    void aGrantThatOutlivesItsLeaseAfterACrashIsCaught() {
        HistoryBuilder longer = crashed("PostgreSQL", 600);
        assertThat(longer.seen(1, "a", 700, 2_011).broken()).containsExactly(Rule.NOT_FINAL);
    }

    @Test
    void aCrashLongAfterAReleaseUndoesNothing() {
        HistoryBuilder later = crashed("PostgreSQL", 1_100);
        assertThat(later.seen(1, "a", 1_300, 1_400).broken()).containsExactly(Rule.NOT_FINAL);
    }

    @Test
    void aReleaseIsOnDiskEverywhereElse() {
        HistoryBuilder mysql = crashed("MySQL", 600);
        assertThat(mysql.seen(1, "a", 700, 800).broken()).containsExactly(Rule.NOT_FINAL);
    }

    private static HistoryBuilder crashed(String engine, long at) {
        HistoryBuilder history = new HistoryBuilder().fact("engine", engine);
        return history.granted("a", 1, 0, 10).released("a", 1, 20).fault("kill-database", at, at + 100);
    }
}
