package io.rowlock.bench.label;

import java.util.Locale;

/** Numbers as people read them: three digits that count, and thousands apart. */
public final class Numbers {
    private Numbers() {}

    public static String plain(double number) {
        double size = Math.abs(number);
        if (number == Math.rint(number) || size >= 100) {
            return String.format(Locale.ROOT, "%,.0f", number);
        }
        return String.format(Locale.ROOT, size >= 10 ? "%.1f" : "%.2f", number);
    }

    /** A ratio; what cost nothing is infinitely better, and nobody is better if neither cost anything. */
    public static String times(double ratio) {
        if (Double.isNaN(ratio)) {
            return "–";
        }
        return Double.isInfinite(ratio) ? "∞×" : String.format(Locale.ROOT, "%.2f×", ratio);
    }
}
