package io.rowlock.chaos.client;

import java.util.Arrays;
import java.util.Locale;

/** The libraries that can be put under faults. */
public enum Contestant {
    ROWLOCK,
    SHEDLOCK,
    SPRING_INTEGRATION;

    /** As one types it. */
    public static Contestant named(String name) {
        return Arrays.stream(values())
                .filter(one -> one.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "no contestant is named '" + name + "'; there are " + Arrays.toString(values())));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
