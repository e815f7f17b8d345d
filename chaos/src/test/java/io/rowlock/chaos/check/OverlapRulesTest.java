package io.rowlock.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.history.Kind;
import org.junit.jupiter.api.Test;

/** No two holders at once, in histories written by hand: each rule once broken and once kept. */
class OverlapRulesTest {
    private final HistoryBuilder history = new HistoryBuilder();

    @Test
    void oneAfterTheOtherIsAllRight() {
        history.granted("a", 1, 0, 10)
                .released("a", 1, 20)
                .granted("b", 2, 15, 30)
                .released("b", 2, 40);
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void twoWhoBelieveAtOnceAreCaught() {
        history.granted("a", 1, 0, 10)
                .granted("b", 2, 15, 30)
                .released("a", 1, 31)
                .released("b", 2, 40);
        assertThat(history.broken()).contains(Rule.OVERLAPPING_BELIEFS, Rule.OVERLAPPING_GRANTS);
    }

    @Test
    void twoThreadsOfOneProcessAreTwo() {
        history.granted("a", 1, 0, 10)
                .granted("a", 2, 15, 30)
                .released("a", 1, 31)
                .released("a", 2, 40);
        assertThat(history.broken()).contains(Rule.OVERLAPPING_BELIEFS);
    }

    @Test
    void aTakeOverWithinTheGraceOverlapsTheGrantButNotTheBelief() {
        history.granted("a", 1, 0, 10).event("a", Kind.LOST, 1_931, 1, "").granted("b", 2, 2_400, 2_500);
        assertThat(history.broken()).containsExactly(Rule.OVERLAPPING_GRANTS);
    }

    @Test
    void aTakeOverAfterLeaseAndGraceIsAllRight() {
        history.granted("a", 1, 0, 10).event("a", Kind.LOST, 1_931, 1, "").granted("b", 2, 2_400, 3_001);
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void theGraceBelongsToARenewedGrantToo() {
        history.granted("a", 1, 0, 10)
                .held("a", 1, 4_000, 5_900)
                .event("a", Kind.LOST, 5_900, 1, "")
                .granted("b", 2, 6_000, 6_800);
        assertThat(history.broken()).containsExactly(Rule.OVERLAPPING_GRANTS);
    }

    @Test
    void aRenewedGrantIsOverWithTheGrace() {
        history.granted("a", 1, 0, 10)
                .held("a", 1, 4_000, 5_900)
                .event("a", Kind.LOST, 5_900, 1, "")
                .granted("b", 2, 6_000, 6_901);
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void aStepOfTheDatabasesClockMayUseUpTheGrace() {
        history.granted("a", 1, 0, 10)
                .event("a", Kind.LOST, 1_931, 1, "")
                .granted("b", 2, 2_200, 2_300)
                .stepped(800, 1_900, 2_300);
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void aStepThatLastsUsesUpTheGraceBeforeItIsTakenBack() {
        history.granted("a", 1, 0, 10)
                .event("a", Kind.LOST, 1_931, 1, "")
                .granted("b", 2, 2_200, 2_300)
                .stepping(800, 1_900);
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void aStepAtAnotherTimeUsesUpNothing() {
        history.granted("a", 1, 0, 10)
                .event("a", Kind.LOST, 1_931, 1, "")
                .granted("b", 2, 2_200, 2_300)
                .stepped(800, 20_000, 21_000);
        assertThat(history.broken()).containsExactly(Rule.OVERLAPPING_GRANTS);
    }

    @Test
    void aStepBeforeTheLastRenewalUsesUpNothing() {
        history.granted("a", 1, 0, 10)
                .held("a", 1, 4_000, 5_900)
                .event("a", Kind.LOST, 5_900, 1, "")
                .stepped(800, 1_000, 2_000)
                .granted("b", 2, 6_000, 6_800);
        assertThat(history.broken()).containsExactly(Rule.OVERLAPPING_GRANTS);
    }

    @Test
    void aRenewalProlongsBelief() {
        history.granted("a", 1, 0, 10)
                .held("a", 1, 1_000, 2_900)
                .granted("b", 2, 2_400, 2_800)
                .released("a", 1, 2_850);
        assertThat(history.broken()).contains(Rule.OVERLAPPING_BELIEFS);
    }

    @Test
    void theDeadBelieveNothingButTheirGrantStands() {
        history.granted("a", 1, 0, 10).killed("a", 20).granted("b", 2, 30, 40);
        assertThat(history.broken()).containsExactly(Rule.OVERLAPPING_GRANTS);
    }

    @Test
    void aGrantThatIsNotInTheDatabaseWhileItsHolderBelievesIsFound() {
        HistoryBuilder free = new HistoryBuilder()
                .granted("worker-1", 1, 0, 10)
                .snapshot(20, 30, "")
                .released("worker-1", 1, 100);
        assertThat(free.broken()).containsExactly(Rule.BEHIND_THE_BACK);
        HistoryBuilder anothers = new HistoryBuilder()
                .granted("worker-1", 1, 0, 10)
                .snapshot(20, 30, HistoryBuilder.LOCK + "=2")
                .released("worker-1", 1, 100);
        assertThat(anothers.broken()).containsExactly(Rule.BEHIND_THE_BACK);
    }

    @Test
    void aLookThatFindsTheGrantOrIsNotWhollyWithinTheBeliefIsRight() {
        HistoryBuilder right = new HistoryBuilder()
                .snapshot(5, 15, "")
                .granted("worker-1", 1, 0, 10)
                .snapshot(20, 30, "lock-07=9 " + HistoryBuilder.LOCK + "=1")
                .released("worker-1", 1, 100)
                .snapshot(95, 105, "")
                .granted("worker-1", 2, 200, 210)
                .killed("worker-1", 300)
                .snapshot(295, 305, "")
                .snapshot(310, 320, "");
        assertThat(right.broken()).doesNotContain(Rule.BEHIND_THE_BACK);
    }
}
