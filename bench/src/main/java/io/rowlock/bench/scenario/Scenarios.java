package io.rowlock.bench.scenario;

import java.util.List;
import java.util.Set;

/** All that can be measured. */
public final class Scenarios {
    private static final List<Scenario> ALL = List.of(
            new Pairs(),
            new Delayed(),
            new Connections(),
            new HandOver(),
            new Contended(),
            new Holding(),
            new Growth(),
            new Depth(),
            new Footprint());

    /** They start many processes, fill large tables, or repeat work under another condition. */
    private static final Set<String> LONG = Set.of("delayed", "contended", "depth");

    private Scenarios() {}

    /** In the order in which they run. */
    public static List<Scenario> all() {
        return ALL;
    }

    /** The names of those that end soon. */
    public static List<String> quick() {
        return ALL.stream()
                .map(Scenario::name)
                .filter(name -> !LONG.contains(name))
                .toList();
    }
}
