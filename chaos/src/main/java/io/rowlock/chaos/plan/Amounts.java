package io.rowlock.chaos.plan;

import io.rowlock.chaos.history.Facts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The amounts that a run is asked for, or has made. Immutable.
 *
 * @param acquisitions how many locks are granted
 * @param guardRaces how many guarded transactions end after their hold
 * @param cuts how many connections are cut at a byte
 */
public record Amounts(long acquisitions, long guardRaces, long cuts) {
    public static final Amounts NONE = new Amounts(0, 0, 0);

    private static final String ASKED = "asked.";

    /** Those that the run was asked for. */
    public static Amounts asked(Facts facts) {
        return new Amounts(asked(facts, "acquisitions"), asked(facts, "guard races"), asked(facts, "cuts at a byte"));
    }

    private static long asked(Facts facts, String name) {
        String text = facts.text(fact(name));
        return text.isEmpty() ? 0 : Long.parseLong(text);
    }

    private static String fact(String name) {
        return ASKED + name.replace(' ', '-');
    }

    /** Says in the facts that the run is asked for these. */
    public Facts in(Facts facts) {
        Facts all = facts;
        for (Map.Entry<String, Long> one : byName().entrySet()) {
            all = one.getValue() == 0 ? all : all.with(fact(one.getKey()), Long.toString(one.getValue()));
        }
        return all;
    }

    public boolean areReachedBy(Amounts made) {
        return made.acquisitions >= acquisitions && made.guardRaces >= guardRaces && made.cuts >= cuts;
    }

    /** A line for each that is asked for: "100,000 acquisitions asked for, 100,291 made". */
    public List<String> compared(Amounts made) {
        return byName().entrySet().stream()
                .filter(asked -> asked.getValue() > 0)
                .map(asked ->
                        compared(asked.getKey(), asked.getValue(), made.byName().getOrDefault(asked.getKey(), 0L)))
                .toList();
    }

    private static String compared(String name, long asked, long made) {
        String missed = made < asked ? ": not reached" : "";
        return String.format(Locale.ROOT, "%,d %s asked for, %,d made%s", asked, name, made, missed);
    }

    private Map<String, Long> byName() {
        Map<String, Long> byName = new LinkedHashMap<>();
        byName.put("acquisitions", acquisitions);
        byName.put("guard races", guardRaces);
        byName.put("cuts at a byte", cuts);
        return byName;
    }
}
