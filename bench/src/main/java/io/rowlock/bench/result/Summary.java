package io.rowlock.bench.result;

import java.util.Arrays;
import java.util.Collection;

/**
 * The middle of some values, and their spread.
 *
 * @param count how many there were
 * @param lower a quarter lies below
 * @param median half lies below
 * @param upper a quarter lies above
 */
public record Summary(int count, double lower, double median, double upper) {

    /** Of at least one value. */
    public static Summary of(Collection<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException("nothing was measured");
        }
        return new Summary(sorted.length, quantile(sorted, 0.25), quantile(sorted, 0.5), quantile(sorted, 0.75));
    }

    /** The median of at least one value. */
    public static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return quantile(sorted, 0.5);
    }

    /** Between two neighbours it lies on the straight line. */
    private static double quantile(double[] sorted, double share) {
        double place = share * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }
}
