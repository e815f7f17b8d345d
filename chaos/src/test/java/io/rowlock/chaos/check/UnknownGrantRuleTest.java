package io.rowlock.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.history.Kind;
import org.junit.jupiter.api.Test;

/** Grants that nobody was told of, and the faults that explain them, in histories written by hand. */
class UnknownGrantRuleTest {
    private final HistoryBuilder history = new HistoryBuilder();

    @Test
    void aGrantThatNobodyWasToldOfIsCaught() {
        history.asked("a", 1, 0, Kind.BUSY, 10).seen(7, "a", 100, 1_400);
        assertThat(history.broken()).containsExactly(Rule.UNKNOWN_GRANT);
    }

    @Test
    void aGrantOfARequestThatFailedIsGoneWithItsLease() {
        history.asked("a", 1, 0, Kind.FAILED, 1_000).fault("cut", 500, 900).seen(7, "a", 100, 2_100);
        assertThat(history.broken()).isEmpty();
        history.seen(7, "a", 100, 2_200);
        assertThat(history.broken()).containsExactly(Rule.UNKNOWN_GRANT);
    }

    @Test
    void aRequestThatWasRejectedExplainsNoGrantWhateverIsBroken() {
        history.asked("a", 1, 0, Kind.BUSY, 20).fault("cut", 0, 900).seen(7, "a", 10, 1_900);
        assertThat(history.broken()).containsExactly(Rule.UNKNOWN_GRANT);
    }

    @Test
    void aRequestThatCameAfterTheGrantDoesNotExplainIt() {
        history.asked("a", 1, 500, Kind.FAILED, 1_000).fault("cut", 0, 900).seen(7, "a", 100, 1_900);
        assertThat(history.broken()).containsExactly(Rule.UNKNOWN_GRANT);
    }

    @Test
    void aRequestExplainsALaterGrantOnlyIfItCanHaveBeenHeldUp() {
        history.asked("a", 1, 0, Kind.FAILED, 1_000)
                .fault("block-requests", 500, 2_500)
                .seen(7, "a", 2_500, 4_400);
        assertThat(history.broken()).isEmpty();
        HistoryBuilder cut =
                new HistoryBuilder().asked("a", 1, 0, Kind.FAILED, 1_000).fault("cut", 500, 2_500);
        assertThat(cut.seen(7, "a", 2_500, 4_400).broken()).containsExactly(Rule.UNKNOWN_GRANT);
    }

    @Test
    void aRequestThatCameWhileTheObserverWasReadingMayExplainTheGrant() {
        history.asked("a", 1, 500, Kind.FAILED, 1_000)
                .fault("cut", 0, 900)
                .observedOnce(7, "a", 100, 600)
                .seen(7, "a", 650, 1_900);
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void aFaultThatIsNotMendedYetIsOne() {
        history.asked("a", 1, 0, Kind.FAILED, 1_000)
                .nemesis(Kind.FAULT, 500, "-", 0, "cut")
                .seen(7, "a", 100, 1_900);
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void aFaultLongAfterwardsExplainsNothing() {
        history.asked("a", 1, 0, Kind.FAILED, 1_000)
                .fault("cut", 2_300, 4_000)
                .killed("a", 5_000)
                .seen(7, "a", 100, 1_900);
        assertThat(history.broken()).containsExactly(Rule.UNKNOWN_GRANT);
    }

    @Test
    void aProcessThatDiesCannotTidyUp() {
        history.asked("a", 1, 0, Kind.REQUEST, 0).killed("a", 200).seen(7, "a", 100, 1_900);
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void aRequestThatIsUnderWayMayHaveLostAnAnswer() {
        history.asked("a", 1, 0, Kind.BUSY, 4_000)
                .fault("block-replies", 0, 900)
                .seen(7, "a", 100, 2_000);
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void aRequestThatFailsWhileNothingIsBrokenExplainsNothing() {
        history.asked("a", 1, 0, Kind.FAILED, 1_000).seen(7, "a", 100, 1_900);
        assertThat(history.broken()).containsExactly(Rule.UNKNOWN_GRANT);
    }
}
