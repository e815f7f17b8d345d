package io.rowlock.bench.report;

import io.rowlock.bench.result.Goal;
import io.rowlock.bench.result.Panel;
import io.rowlock.bench.result.Results;
import java.util.List;
import java.util.stream.Collectors;

/** Results as text, for a terminal. */
public final class TextReport {
    private TextReport() {}

    public static String of(Results results, List<Goal> goals) {
        String panels =
                results.panels().stream().map(panel -> section(results, panel)).collect(Collectors.joining("\n"));
        return panels + "\ngoals, by the medians of this run\n"
                + GoalTable.of(results, goals).text();
    }

    private static String section(Results results, Panel panel) {
        return "%s, %s: %s (%s), median and quartiles, and how many times better Rowlock is%n%s"
                .formatted(
                        panel.scenario(),
                        panel.engine(),
                        panel.metric().title(),
                        panel.metric().unit(),
                        PanelTable.of(results, panel).text());
    }
}
