package io.rowlock.bench.report;

import io.rowlock.bench.label.Titles;
import io.rowlock.bench.result.Goal;
import io.rowlock.bench.result.Metric.View;
import io.rowlock.bench.result.Panel;
import io.rowlock.bench.result.Results;
import java.util.List;
import java.util.stream.Collectors;

/** Results as text, for a terminal: first the machine and its load, then the figures. */
public final class TextReport {
    private TextReport() {}

    public static String of(Results results, Facts facts) {
        String panels = results.panels().stream()
                .filter(panel -> panel.metric().view() != View.BESIDE)
                .map(panel -> section(results, panel))
                .collect(Collectors.joining("\n"));
        return head(facts) + "\n" + panels;
    }

    /** The goals of the maintainers. */
    public static String goals(Results results, List<Goal> goals) {
        return "goals of the maintainers, by the medians of this run\n"
                + GoalTable.of(results, goals).text();
    }

    private static String head(Facts facts) {
        String notice = facts.notice().map(words -> words + "\n\n").orElse("");
        return notice + facts.machine().stream().collect(Collectors.joining("\n", "", "\n"))
                + "In each table: above 1× Rowlock is better, below 1× the other is.\n";
    }

    private static String section(Results results, Panel panel) {
        String beside = BesideTable.of(results, panel).stream()
                .map(table -> "\n" + table.text())
                .collect(Collectors.joining());
        return "%s, %s%n%s%s".formatted(panel.scenario(), Titles.of(panel), PanelTable.text(results, panel), beside);
    }
}
