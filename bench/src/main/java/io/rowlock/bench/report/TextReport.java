package io.rowlock.bench.report;

import io.rowlock.bench.result.Goal;
import io.rowlock.bench.result.Panel;
import io.rowlock.bench.result.Results;
import java.util.List;
import java.util.stream.Collectors;

/** Results as text, for a terminal: first the machine and its load, then the figures. */
public final class TextReport {
    private TextReport() {}

    public static String of(Results results, Facts facts) {
        String panels =
                results.panels().stream().map(panel -> section(results, panel)).collect(Collectors.joining("\n"));
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
        return "%s, %s: %s (%s)%n%s"
                .formatted(
                        panel.scenario(),
                        panel.engine(),
                        panel.metric().title(),
                        panel.metric().unit(),
                        PanelTable.text(results, panel));
    }
}
