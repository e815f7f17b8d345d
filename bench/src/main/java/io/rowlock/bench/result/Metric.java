package io.rowlock.bench.result;

/** A metric, and which end of its scale is the better one. */
public enum Metric {
    PAIRS("acquire/release pairs", "pairs/s", true),
    CONNECTIONS("connections in use at the same time", "connections", false),
    HAND_OVER("from release to the other process's grant", "µs", false),
    RENEWAL_CPU("server CPU for renewing all holds once", "ms", false),
    RENEWAL_STATEMENTS("statements for renewing all holds once", "statements", false),
    HEAP("heap for each", "bytes", false),
    TABLE_SIZE("size of the lock table", "KiB", false),
    WHOLE_SIZE("the same with its index and its maps of free space and of visibility", "KiB", false),
    ACQUIRE("acquire and release", "µs", false);

    private final String title;
    private final String unit;
    private final boolean higherIsBetter;

    Metric(String title, String unit, boolean higherIsBetter) {
        this.title = title;
        this.unit = unit;
        this.higherIsBetter = higherIsBetter;
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
