package io.rowlock.bench.label;

import io.rowlock.bench.result.Metric;
import io.rowlock.bench.result.Panel;

/** The titles of panels and columns. */
public final class Titles {
    private Titles() {}

    /** Of a table and its plot. */
    public static String of(Panel panel) {
        return "%s: %s".formatted(panel.engine(), of(panel.metric()));
    }

    /** Of a metric, with its unit. */
    public static String of(Metric metric) {
        return "%s (%s)".formatted(metric.title(), metric.unit());
    }

    /** The unit of a panel's amounts. */
    public static String amounts(Panel panel) {
        return switch (panel.scenario()) {
            case "pairs", "delayed", "connections" -> "threads";
            case "hand-over", "contended" -> "processes";
            case "footprint" -> panel.metric() == Metric.HEAP ? "objects" : "clients";
            case "holding" -> "locks held";
            case "growth" -> "cycles";
            case "depth" -> "rows in the table";
            default -> "objects";
        };
    }
}
