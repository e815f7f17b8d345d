package io.rowlock.chaos.trial;

import io.rowlock.chaos.bug.SeededBug;
import io.rowlock.chaos.report.Grid;
import io.rowlock.chaos.trial.Trial.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The table of a trial: bug, check, time. */
public final class TrialTable {
    private TrialTable() {}

    public static Grid of(List<Outcome> outcomes) {
        List<List<String>> rows = new ArrayList<>();
        for (Outcome outcome : outcomes) {
            rows.add(List.of(
                    outcome.bug().map(SeededBug::words).orElse("(none: the library as it is)"),
                    outcome.isCaught() ? caughtBy(outcome) : "nothing",
                    String.format(Locale.ROOT, "%.1f", outcome.time().toMillis() / 1_000.0)));
        }
        return new Grid(List.of("bug", "caught by", "seconds"), rows, 2);
    }

    private static String caughtBy(Outcome outcome) {
        String first = outcome.caughtBy().get(0).title();
        int others = outcome.rules().size() - 1;
        return others == 0 ? first : first + ", and " + others + " more";
    }
}
