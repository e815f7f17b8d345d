package io.rowlock.bench.report;

import java.util.List;

/** A colour for each contestant, the same in every plot; told apart also by those who see red and green alike. */
final class Colors {
    private static final List<String> PALETTE = List.of(
            "#0072b2", "#8a8a8a", "#bdbdbd", "#009e73", "#56b4e9", "#b5651d", "#e69f00", "#d55e00", "#cc79a7",
            "#6a3d9a");

    private Colors() {}

    static String of(String contestant) {
        return PALETTE.get(Math.min(Order.place(contestant), PALETTE.size() - 1));
    }
}
