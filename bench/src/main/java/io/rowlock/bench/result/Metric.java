package io.rowlock.bench.result;

/** A metric, and which end of its scale is the better one. */
public enum Metric {
    PAIRS("acquire/release pairs", "pairs/s", true),
    PAIR_P50("p50", "µs", View.BESIDE),
    PAIR_P99("p99", "µs", View.BESIDE),
    LOG("log a pair", "bytes", View.BESIDE),
    SERVER_CPU("server CPU a pair", "µs", View.BESIDE),
    CLIENT_CPU("client CPU a pair", "µs", View.BESIDE),
    CONNECTIONS("connections in use at the same time", "connections", false),
    HAND_OVER("from release to the other process's grant", "µs", false),
    GRANTS("grants of the one lock that all want", "grants/s", true),
    GRANT_CPU("server CPU a grant", "µs", View.BESIDE),
    TO_ANOTHER("to another process", "%", View.BESIDE),
    RENEWAL_CPU("server CPU for renewing all holds once", "ms", false),
    RENEWAL_STATEMENTS("statements for renewing all holds once", "statements", false),
    HEAP("heap for each", "bytes", false),
    START_UP("start-up of a client", "ms", View.TABLE),
    IDLE("an idle client", "count", View.TABLE),
    TABLE_SIZE("size of the lock table", "KiB", false),
    WHOLE_SIZE("the same with its index and its maps of free space and of visibility", "KiB", false),
    ACQUIRE("acquire and release", "µs", false);

    /** How a metric is shown. */
    public enum View {
        /** By a plot and a table. */
        PLOT,
        /** By a table alone: its numbers are of different things. */
        TABLE,
        /** By a column beside the plotted metric of the same scenario. */
        BESIDE
    }

    private final String title;
    private final String unit;
    private final boolean higherIsBetter;
    private final View view;

    Metric(String title, String unit, boolean higherIsBetter) {
        this(title, unit, higherIsBetter, View.PLOT);
    }

    /** A time, a size or a cost. */
    Metric(String title, String unit, View view) {
        this(title, unit, false, view);
    }

    Metric(String title, String unit, boolean higherIsBetter, View view) {
        this.title = title;
        this.unit = unit;
        this.higherIsBetter = higherIsBetter;
        this.view = view;
    }

    /** How it is shown. */
    public View view() {
        return view;
    }

    /** Its name, for people. */
    public String title() {
        return title;
    }

    /** Its unit. */
    public String unit() {
        return unit;
    }

    /** The ratio that {@link #advantage} is, in words. */
    public String ratio() {
        return higherIsBetter ? "Rowlock ÷ other" : "other ÷ Rowlock";
    }

    /** How many times better one value is than the other; below 1 it is worse. */
    public double advantage(double ours, double theirs) {
        return higherIsBetter ? ours / theirs : theirs / ours;
    }
}
