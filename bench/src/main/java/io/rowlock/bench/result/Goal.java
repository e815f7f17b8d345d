package io.rowlock.bench.result;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** Something we set out to reach. */
public sealed interface Goal {

    /** Its subject, for people. */
    String work();

    /** The least that was to be reached, and the hope. */
    String wanted();

    /** Its result. */
    Verdict judge(Results results);

    /**
     * To be so many times better than another, by the medians of one run.
     *
     * @param work what it is about
     * @param ours our numbers
     * @param theirs the other's
     * @param atLeast the ratio to reach
     * @param reachFor the ratio hoped for
     */
    record Ratio(String work, Key ours, Key theirs, double atLeast, double reachFor) implements Goal {

        @Override
        public String wanted() {
            return String.format(Locale.ROOT, "%s× (%s×)", plain(atLeast), plain(reachFor));
        }

        @Override
        public Verdict judge(Results results) {
            Optional<Double> our = results.median(ours);
            Optional<Double> their = results.median(theirs);
            if (our.isEmpty() || their.isEmpty()) {
                return Verdict.notMeasured();
            }
            double advantage = ours.metric().advantage(our.get(), their.get());
            return new Verdict(
                    Verdict.Grade.of(advantage >= atLeast, advantage >= reachFor), OptionalDouble.of(advantage), "×");
        }
    }

    /**
     * Not to exceed a limit, by the median.
     *
     * @param work what it is about
     * @param ours our numbers
     * @param atMost the limit
     * @param reachFor the limit hoped for
     */
    record Limit(String work, Key ours, double atMost, double reachFor) implements Goal {

        @Override
        public String wanted() {
            return String.format(
                    Locale.ROOT,
                    "%s (%s) %s",
                    plain(atMost),
                    plain(reachFor),
                    ours.metric().unit());
        }

        @Override
        public Verdict judge(Results results) {
            return results.median(ours)
                    .map(value -> new Verdict(
                            Verdict.Grade.of(value <= atMost, value <= reachFor),
                            OptionalDouble.of(value),
                            " " + ours.metric().unit()))
                    .orElseGet(Verdict::notMeasured);
        }
    }

    private static String plain(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }
}
