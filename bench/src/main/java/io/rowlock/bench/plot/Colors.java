package io.rowlock.bench.plot;

import io.rowlock.bench.contestant.Contestant;
import java.util.Arrays;

/** The colors of contestants, and one for what is none. */
final class Colors {
    private static final String OTHER = "#6a3d9a";

    private Colors() {}

    static String of(String label) {
        return Arrays.stream(Contestant.values())
                .filter(contestant -> contestant.label().equals(label))
                .map(Contestant::color)
                .findFirst()
                .orElse(OTHER);
    }
}
