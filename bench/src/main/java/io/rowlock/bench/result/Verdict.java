package io.rowlock.bench.result;

import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The result of a goal.
 *
 * @param grade whether it was reached
 * @param value what was measured
 * @param unit of what
 */
public record Verdict(Grade grade, OptionalDouble value, String unit) {

    /** Whether a goal was reached. */
    public enum Grade {
        NOT_MEASURED("not measured"),
        MISSED("not met"),
        MET("met"),
        SURPASSED("met, and what we hoped for");

        private final String words;

        Grade(String words) {
            this.words = words;
        }

        static Grade of(boolean met, boolean surpassed) {
            if (!met) {
                return MISSED;
            }
            return surpassed ? SURPASSED : MET;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    static Verdict notMeasured() {
        return new Verdict(Grade.NOT_MEASURED, OptionalDouble.empty(), "");
    }

    /** The measurement, for people. */
    public String reached() {
        if (value.isEmpty()) {
            return "–";
        }
        double number = value.getAsDouble();
        return Double.isInfinite(number) ? "∞" + unit : String.format(Locale.ROOT, "%.2f%s", number, unit);
    }
}
