package io.rowlock.chaos.report;

import java.util.Locale;

/** Numbers, for people. */
final class Numbers {
    private Numbers() {}

    static String of(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
