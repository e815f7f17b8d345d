package io.rowlock.bench.label;

import static java.util.Comparator.comparingInt;

import io.rowlock.bench.contestant.Contestant;
import java.util.Arrays;
import java.util.List;

/** The same order in every table and plot: Rowlock first. */
public final class Order {
    private static final List<String> LABELS =
            Arrays.stream(Contestant.values()).map(Contestant::label).toList();

    private Order() {}

    public static List<String> of(List<String> contestants) {
        return contestants.stream().sorted(comparingInt(Order::place)).toList();
    }

    /** The place of a contestant; strangers come last. */
    public static int place(String contestant) {
        int place = LABELS.indexOf(contestant);
        return place < 0 ? LABELS.size() : place;
    }
}
