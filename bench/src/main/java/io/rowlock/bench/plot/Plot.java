package io.rowlock.bench.plot;

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
}
