package io.rowlock.bench.report;

import io.rowlock.bench.result.Panel;
import io.rowlock.bench.result.Results;
import java.util.Locale;

/** A panel as a drawing: lines where there are several amounts, bars where there is one. */
public final class Plot {
    private Plot() {}

    public static String of(Results results, Panel panel) {
        Svg drawing = results.amounts(panel).size() > 1
                ? new LinePlot(results, panel).draw()
                : new BarPlot(results, panel).draw();
        return drawing.toString();
    }

    /** The name of its file. */
    public static String fileName(Panel panel) {
        String words =
                panel.scenario() + "-" + panel.engine() + "-" + panel.metric().name();
        return words.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-") + ".svg";
    }

    static String title(Panel panel) {
        return "%s: %s (%s)"
                .formatted(
                        panel.engine(), panel.metric().title(), panel.metric().unit());
    }

    /** The unit of its amounts. */
    static String amounts(Panel panel) {
        return switch (panel.scenario()) {
            case "pairs", "connections" -> "threads";
            case "hand-over" -> "processes";
            case "holding" -> "locks held";
            case "growth" -> "cycles";
            case "depth" -> "rows in the table";
            default -> "objects";
        };
    }
}
