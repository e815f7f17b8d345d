package io.rowlock.chaos.report;

import java.util.List;

/** A colour for each process. */
final class Colors {
    private static final List<String> ALL =
            List.of("#3b6fb5", "#d9822b", "#3a8f5c", "#8a5bb0", "#a67c52", "#c4568f", "#5d7a8c", "#8f8f2f");

    private Colors() {}

    /** Processes are named by numbers. */
    static String of(String process) {
        int number = Math.floorMod(process.hashCode(), ALL.size());
        String digits = process.replaceAll("\\D", "");
        return ALL.get(digits.isEmpty() ? number : (Integer.parseInt(digits) - 1) % ALL.size());
    }
}
