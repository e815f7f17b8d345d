package io.rowlock.chaos.trial;

import io.rowlock.chaos.bug.SeededBug;
import io.rowlock.chaos.report.Grid;
import io.rowlock.chaos.trial.Trial.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The result of all trials. Immutable.
 *
 * @param outcomes the bugs that were tried, and the library as it is
 * @param skipped the bugs that were not tried
 */
public record TrialReport(List<Outcome> outcomes, List<SkippedBug> skipped) {
    /** The cell of a bug that no check caught, and of a library without a bug in which none found fault. */
    public static final String NOTHING = "nothing";

    /** The cell of a bug that was not tried. */
    public static final String SKIPPED = "(skipped)";

    /** The first cell of the row for the library without a bug. */
    public static final String CONTROL = "(none: the library as it is)";

    public TrialReport {
        outcomes = List.copyOf(outcomes);
        skipped = List.copyOf(skipped);
    }

    /** Whether each bug that was tried was caught, and nothing else. */
    public boolean isRight() {
        return outcomes.stream()
                .allMatch(outcome -> outcome.isCaught() == outcome.bug().isPresent());
    }

    /** The table, the reason for each skipped bug, and the numbers. */
    public String text() {
        String reasons = skipped.stream().map(bug -> "  " + bug + "\n").collect(Collectors.joining());
        return grid().text() + "\n" + reasons + "  " + summary() + "\n";
    }

    /** How many bugs were caught, missed and skipped. */
    String summary() {
        long tried =
                outcomes.stream().filter(outcome -> outcome.bug().isPresent()).count();
        long caught = outcomes.stream()
                .filter(outcome -> outcome.bug().isPresent() && outcome.isCaught())
                .count();
        long bugs = tried + skipped.size();
        return "%d %s: %d caught".formatted(bugs, bugs == 1 ? "bug" : "bugs", caught)
                + counted(tried - caught, "missed")
                + counted(skipped.size(), "skipped");
    }

    private static String counted(long number, String of) {
        return number == 0 ? "" : ", " + number + " " + of;
    }

    private Grid grid() {
        List<List<String>> rows = new ArrayList<>();
        for (Outcome outcome : outcomes) {
            rows.add(List.of(
                    outcome.bug().map(SeededBug::words).orElse(CONTROL),
                    outcome.isCaught() ? caughtBy(outcome) : NOTHING,
                    String.format(Locale.ROOT, "%.1f", outcome.time().toMillis() / 1_000.0)));
        }
        skipped.forEach(one -> rows.add(List.of(one.bug().words(), SKIPPED, "")));
        return new Grid(List.of("bug", "caught by", "seconds"), rows, 2);
    }

    private static String caughtBy(Outcome outcome) {
        String first = outcome.caughtBy().get(0).title();
        int others = outcome.rules().size() - 1;
        return others == 0 ? first : first + ", and " + others + " more";
    }
}
