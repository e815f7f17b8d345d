package io.rowlock.chaos.timeline;

import java.util.Locale;

/** Times, for people. */
public final class Moments {
    /** Later than everything. */
    public static final long NEVER = Long.MAX_VALUE;

    private Moments() {}

    /** A span of nanoseconds. */
    public static String span(long nanos) {
        double millis = nanos / 1_000_000.0;
        if (millis < 10) {
            return String.format(Locale.ROOT, "%.2f ms", millis);
        }
        return millis < 10_000
                ? String.format(Locale.ROOT, "%.0f ms", millis)
                : String.format(Locale.ROOT, "%.1f s", millis / 1_000);
    }

    /** A moment of a run, counted from its begin. */
    public static String moment(long nanos) {
        return String.format(Locale.ROOT, "%.3f s", nanos / 1_000_000_000.0);
    }

    /** So much later; what never comes does not come later either. */
    public static long after(long moment, long nanos) {
        return moment == NEVER ? moment : moment + nanos;
    }
}
