package io.rowlock.chaos.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.chaos.bug.SeededBug;
import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.trial.SkippedBug;
import io.rowlock.chaos.trial.Trial.Outcome;
import io.rowlock.chaos.trial.TrialReport;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The document claims that every bug was caught only if the kept trial shows it. */
class KeptTrialTest {
    private static final SeededBug LEFT_OUT = SeededBug.STATEMENT_MISTAKEN;
    private static final int BUGS = SeededBug.values().length;

    @Test
    void aWholeTrialWithoutAMissCaughtAllBugs() {
        assertThat(summary(new TrialReport(outcomes(bug -> true), List.of())))
                .isEqualTo("The kept trial caught all " + BUGS + " bugs. The library without a bug broke no rule.");
    }

    @Test
    void aSkippedBugIsNamedAsNotTried() {
        assertThat(summary(new TrialReport(
                        outcomes(bug -> bug != LEFT_OUT), List.of(new SkippedBug(LEFT_OUT, "pooler: not there")))))
                .isEqualTo("The kept trial caught " + (BUGS - 1) + " of " + BUGS
                        + " bugs. The library without a bug broke no rule.\nNot tried: \"" + LEFT_OUT.words() + "\".");
    }

    @Test
    void aBugThatTheReportDoesNotNameWasNotTried() {
        assertThat(summary(new TrialReport(outcomes(bug -> bug != LEFT_OUT), List.of())))
                .contains("caught " + (BUGS - 1) + " of " + BUGS + " bugs", "Not tried: \"" + LEFT_OUT.words());
    }

    @Test
    void aMissedBugAndAFalseAlarmAreNamed() {
        List<Outcome> outcomes = Stream.concat(
                        outcomes(bug -> bug != LEFT_OUT).stream()
                                .filter(outcome -> outcome.bug().isPresent()),
                        Stream.of(
                                new Outcome(Optional.of(LEFT_OUT), List.of(), Duration.ofSeconds(60)),
                                new Outcome(Optional.empty(), List.of(Rule.LEAK), Duration.ofSeconds(3))))
                .toList();
        assertThat(summary(new TrialReport(outcomes, List.of())))
                .contains("Missed: \"" + LEFT_OUT.words() + "\".")
                .contains("The library without a bug broke a rule: " + Rule.LEAK.title() + ".")
                .doesNotContain("Not tried");
    }

    private static String summary(TrialReport report) {
        return new KeptTrial("  ./rowlock chaos --trial --publish\n\n" + report.text()).summary();
    }

    /** These bugs caught, and the library as it is without a fault. */
    private static List<Outcome> outcomes(Predicate<SeededBug> tried) {
        Stream<Outcome> caught = Arrays.stream(SeededBug.values())
                .filter(tried)
                .map(bug -> new Outcome(Optional.of(bug), List.of(ruleOf(bug)), Duration.ofMillis(750)));
        return Stream.concat(caught, Stream.of(new Outcome(Optional.empty(), List.of(), Duration.ofSeconds(30))))
                .toList();
    }

    private static Rule ruleOf(SeededBug bug) {
        return Arrays.stream(Rule.values()).filter(bug::breaks).findFirst().orElseThrow();
    }
}
