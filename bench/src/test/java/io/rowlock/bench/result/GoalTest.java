package io.rowlock.bench.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.result.Verdict.Grade;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GoalTest {
    private static final Key SPEED = new Key("pairs", "PostgreSQL", "ours", 64, Metric.PAIRS);
    private static final Key TIME = new Key("hand-over", "PostgreSQL", "ours", 2, Metric.HAND_OVER);

    @Test
    void moreIsBetterForARate() {
        Goal goal = new Goal.Ratio("", SPEED, SPEED.of("theirs"), 2, 3);
        assertThat(verdict(goal, SPEED, 199, 100)).isEqualTo(Grade.MISSED);
        assertThat(verdict(goal, SPEED, 200, 100)).isEqualTo(Grade.MET);
        assertThat(verdict(goal, SPEED, 300, 100)).isEqualTo(Grade.SURPASSED);
    }

    @Test
    void lessIsBetterForATime() {
        Goal goal = new Goal.Ratio("", TIME, TIME.of("theirs"), 2, 3);
        assertThat(verdict(goal, TIME, 100, 199)).isEqualTo(Grade.MISSED);
        assertThat(verdict(goal, TIME, 100, 200)).isEqualTo(Grade.MET);
    }

    @Test
    void theMedianDecidesNotTheBest() {
        Goal goal = new Goal.Limit("", TIME, 10, 5);
        Results results = new Results(
                List.of(new Measurement(TIME, 1, 1), new Measurement(TIME, 2, 11), new Measurement(TIME, 3, 12)));
        assertThat(goal.judge(results).grade()).isEqualTo(Grade.MISSED);
    }

    @Test
    void aLimitIsMetUpToItself() {
        Goal goal = new Goal.Limit("", TIME, 10, 5);
        assertThat(verdict(goal, TIME, 10, 0)).isEqualTo(Grade.MET);
        assertThat(verdict(goal, TIME, 5, 0)).isEqualTo(Grade.SURPASSED);
    }

    @Test
    void aGoalThatWasNotMeasuredIsNotJudged() {
        Goal goal = new Goal.Ratio("", SPEED, SPEED.of("nobody"), 2, 3);
        assertThat(verdict(goal, SPEED, 300, 100)).isEqualTo(Grade.NOT_MEASURED);
    }

    @Test
    void aContestantThatCostsNothingIsInfinitelyBetter() {
        Goal goal = new Goal.Ratio("", TIME, TIME.of("theirs"), 2, 3);
        assertThat(goal.judge(results(TIME, 0, 10)).reached()).isEqualTo("∞×");
    }

    private static Grade verdict(Goal goal, Key key, double ours, double theirs) {
        return goal.judge(results(key, ours, theirs)).grade();
    }

    private static Results results(Key key, double ours, double theirs) {
        return new Results(Stream.of(new Measurement(key, 1, ours), new Measurement(key.of("theirs"), 1, theirs))
                .toList());
    }
}
