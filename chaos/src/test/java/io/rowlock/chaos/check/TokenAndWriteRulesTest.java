package io.rowlock.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.history.Kind;
import org.junit.jupiter.api.Test;

/** Tokens, guarded commits and fenced writes, in histories written by hand: each rule once broken and once kept. */
class TokenAndWriteRulesTest {
    private final HistoryBuilder history = new HistoryBuilder();

    @Test
    void aTokenThatDoesNotGrowIsCaught() {
        history.granted("a", 5, 0, 10)
                .released("a", 5, 20)
                .granted("b", 4, 30, 40)
                .released("b", 4, 50);
        assertThat(history.broken()).contains(Rule.TOKENS_INCREASE);
    }

    @Test
    void aTokenThatComesTwiceIsCaught() {
        history.granted("a", 1, 7, 0, 10)
                .released("a", 7, 12)
                .granted("b", 2, 7, 5, 20)
                .released("b", 7, 22);
        assertThat(history.broken()).contains(Rule.TOKENS_INCREASE);
    }

    @Test
    void tokensOfRequestsThatCrossMayComeInAnyOrder() {
        history.granted("a", 5, 0, 30)
                .released("a", 5, 31)
                .granted("b", 4, 1, 10)
                .released("b", 4, 20);
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void aCommitSentAfterALaterGrantIsCaught() {
        history.granted("a", 1, 0, 10)
                .event("a", Kind.LOST, 1_931, 1, "")
                .granted("b", 2, 3_000, 3_100)
                .guarded("a", 9, 1, 3_200, Kind.COMMITTED)
                .stored(false, 1, 1, "a", 9);
        assertThat(history.broken()).containsExactly(Rule.STALE_COMMIT);
    }

    @Test
    void aCommitSentAfterALaterGrantIsCaughtThoughItsAnswerWasLost() {
        history.granted("a", 1, 0, 10)
                .event("a", Kind.LOST, 1_931, 1, "")
                .granted("b", 2, 3_000, 3_100)
                .guarded("a", 9, 1, 3_200, Kind.UNKNOWN);
        assertThat(history.broken()).isEmpty();
        history.stored(false, 1, 1, "a", 9);
        assertThat(history.broken()).containsExactly(Rule.STALE_COMMIT);
    }

    @Test
    void aCommitThatStandsBehindThatOfALaterGrantIsCaughtWhateverTheTime() {
        history.granted("a", 1, 0, 10)
                .event("a", Kind.LOST, 1_931, 1, "")
                .granted("b", 2, 3_000, 3_100)
                .guarded("a", 9, 1, 3_050, Kind.COMMITTED)
                .guarded("b", 9, 2, 3_200, Kind.COMMITTED)
                .stored(false, 1, 2, "b", 9)
                .stored(false, 2, 1, "a", 9);
        assertThat(history.broken()).containsExactly(Rule.STALE_COMMIT);
    }

    @Test
    void aCommitAfterTheDeadlineButBeforeTheNextGrantIsAllRight() {
        history.granted("a", 1, 0, 10)
                .event("a", Kind.LOST, 1_931, 1, "")
                .guarded("a", 9, 1, 3_050, Kind.COMMITTED)
                .granted("b", 2, 3_000, 3_100)
                .guarded("b", 9, 2, 3_200, Kind.COMMITTED)
                .stored(false, 1, 1, "a", 9)
                .stored(false, 2, 2, "b", 9);
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void aRejectedCommitIsAllRight() {
        history.granted("a", 1, 0, 10)
                .event("a", Kind.LOST, 1_931, 1, "")
                .granted("b", 2, 3_000, 3_100)
                .guarded("a", 9, 1, 3_200, Kind.ABORTED);
        assertThat(history.broken()).isEmpty();
    }

    @Test
    void aFencedWriteBehindANewerOneIsCaught() {
        history.granted("a", 1, 0, 10)
                .event("a", Kind.LOST, 1_931, 1, "")
                .granted("b", 2, 3_000, 3_100)
                .fenced("b", 8, 2, 3_200)
                .fenced("a", 9, 1, 3_300)
                .stored(true, 1, 2, "b", 8)
                .stored(true, 2, 1, "a", 9);
        assertThat(history.broken()).containsExactly(Rule.STALE_FENCED_WRITE);
    }

    @Test
    void aConfirmedCommitThatIsNotThereIsCaught() {
        history.granted("a", 1, 0, 10)
                .guarded("a", 8, 1, 15, Kind.COMMITTED)
                .guarded("a", 9, 1, 16, Kind.COMMITTED)
                .released("a", 1, 20)
                .stored(false, 1, 1, "a", 8);
        assertThat(history.broken()).containsExactly(Rule.FALSE_ANSWER);
    }

    @Test
    void aRejectedCommitThatIsThereIsCaught() {
        history.granted("a", 1, 0, 10)
                .guarded("a", 8, 1, 15, Kind.ABORTED)
                .released("a", 1, 20)
                .stored(false, 1, 1, "a", 8);
        assertThat(history.broken()).containsExactly(Rule.FALSE_ANSWER);
    }

    @Test
    void aConfirmedCommitIsMissedWhereNothingIsStored() {
        history.granted("a", 1, 0, 10).guarded("a", 8, 1, 15, Kind.COMMITTED).released("a", 1, 20);
        assertThat(history.broken()).containsExactly(Rule.FALSE_ANSWER);
    }

    @Test
    void anUnclearCommitMayBeThereOrNot() {
        history.granted("a", 1, 0, 10)
                .guarded("a", 8, 1, 15, Kind.UNKNOWN)
                .guarded("a", 9, 1, 16, Kind.UNKNOWN)
                .released("a", 1, 20)
                .stored(false, 1, 1, "a", 8);
        assertThat(history.broken()).isEmpty();
    }
}
