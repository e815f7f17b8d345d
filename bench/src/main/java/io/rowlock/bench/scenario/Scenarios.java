package io.rowlock.bench.scenario;

import java.util.List;

/** All that can be measured. */
public final class Scenarios {
    private static final List<Scenario> ALL = List.of(
            new Pairs(), new Connections(), new HandOver(), new Holding(), new Growth(), new Depth(), new Memory());

    private Scenarios() {}

    /** In the order in which they run. */
    public static List<Scenario> all() {
        return ALL;
    }

    /** The names of those that end soon. */
    public static List<String> quick() {
        return ALL.stream()
                .map(Scenario::name)
                .filter(name -> !name.equals("depth"))
                .toList();
    }
}
