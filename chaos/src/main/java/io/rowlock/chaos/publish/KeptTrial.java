package io.rowlock.chaos.publish;

import io.rowlock.chaos.bug.SeededBug;
import io.rowlock.chaos.trial.TrialReport;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The report of a trial, as it was kept, beside the bugs that the harness has now.
 *
 * @param text what it says
 */
record KeptTrial(String text) {

    /** The report below a sentence that says what it shows, and what it does not. */
    String markdown() {
        return summary() + "\n\n```text\n" + text.strip() + "\n```\n";
    }

    /** A bug that the report does not name was not tried. */
    String summary() {
        List<SeededBug> bugs = List.of(SeededBug.values());
        List<SeededBug> missed = bugs.stream()
                .filter(bug -> result(bug).filter(TrialReport.NOTHING::equals).isPresent())
                .toList();
        List<SeededBug> untried = bugs.stream()
                .filter(bug -> result(bug)
                        .filter(result -> !result.equals(TrialReport.SKIPPED))
                        .isEmpty())
                .toList();
        int caught = bugs.size() - missed.size() - untried.size();
        return caughtOf(caught, bugs.size()) + " " + control() + named("Missed", missed) + named("Not tried", untried);
    }

    private static String caughtOf(int caught, int bugs) {
        return caught == bugs
                ? "The kept trial caught all " + bugs + " bugs."
                : "The kept trial caught " + caught + " of " + bugs + " bugs.";
    }

    private String control() {
        return result(TrialReport.CONTROL)
                .map(result -> result.equals(TrialReport.NOTHING)
                        ? "The library without a bug broke no rule."
                        : "The library without a bug broke a rule: " + result + ".")
                .orElse("The library without a bug was not tried.");
    }

    private static String named(String kind, List<SeededBug> bugs) {
        return bugs.isEmpty()
                ? ""
                : bugs.stream()
                        .map(bug -> "\"" + bug.words() + "\"")
                        .collect(Collectors.joining("; ", "\n" + kind + ": ", "."));
    }

    private Optional<String> result(SeededBug bug) {
        return result(bug.words());
    }

    /** The cell behind this one: at least two blanks stand between cells. */
    private Optional<String> result(String words) {
        return Arrays.stream(text.split("\\R"))
                .map(String::strip)
                .filter(line -> line.startsWith(words + "  "))
                .map(line -> line.substring(words.length()).strip().split(" {2,}", -1)[0])
                .findFirst();
    }
}
