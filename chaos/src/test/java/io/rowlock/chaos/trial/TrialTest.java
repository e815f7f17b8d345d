package io.rowlock.chaos.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.chaos.bug.SeededBug;
import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.trial.Trial.Outcome;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The rules of a trial: when a bug counts as caught. */
class TrialTest {

    @Test
    void aBugIsCaughtOnlyByARuleThatTellsOfIt() {
        assertThat(outcome(Optional.of(SeededBug.UNKNOWN_IS_NO), Rule.LATE_NOTICE)
                        .isCaught())
                .isFalse();
        assertThat(outcome(Optional.of(SeededBug.UNKNOWN_IS_NO), Rule.LATE_NOTICE, Rule.UNKNOWN_GRANT)
                        .isCaught())
                .isTrue();
    }

    @Test
    void theLibraryAsItIsIsFoundGuiltyByAnyRule() {
        assertThat(outcome(Optional.empty(), Rule.LATE_NOTICE).isCaught()).isTrue();
        assertThat(outcome(Optional.empty()).isCaught()).isFalse();
    }

    @Test
    void everyRuleHasABugThatTriesIt() {
        Set<Rule> tried = EnumSet.allOf(Rule.class).stream()
                .filter(rule -> Arrays.stream(SeededBug.values()).anyMatch(bug -> bug.breaks(rule)))
                .collect(Collectors.toSet());
        assertThat(tried).containsExactlyInAnyOrder(Rule.values());
    }

    @Test
    void aSkippedBugIsInTheTableWithItsRemedyAndCounted() {
        TrialReport report = new TrialReport(
                List.of(
                        outcome(Optional.of(SeededBug.UNKNOWN_IS_NO), Rule.UNKNOWN_GRANT),
                        outcome(Optional.of(SeededBug.LEFT_OPEN))),
                List.of(new SkippedBug(
                        SeededBug.STATEMENT_MISTAKEN, "pooler: it is not there; remedy: apt-get install pgbouncer")));
        assertThat(report.text())
                .containsPattern(SeededBug.STATEMENT_MISTAKEN.words() + " +\\(skipped\\)")
                .contains("statement-mistaken", "remedy: apt-get install pgbouncer")
                .endsWith("  3 bugs: 1 caught, 1 missed, 1 skipped\n");
    }

    private static Outcome outcome(Optional<SeededBug> bug, Rule... rules) {
        return new Outcome(bug, List.of(rules), Duration.ZERO);
    }
}
