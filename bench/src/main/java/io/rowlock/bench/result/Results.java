package io.rowlock.bench.result;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** All measurements of a run. Immutable. */
public final class Results {
    private final List<Measurement> measurements;
    private final Map<Key, List<Double>> values;

    public Results(List<Measurement> measurements) {
        this.measurements = List.copyOf(measurements);
        requireOneRun();
        this.values = this.measurements.stream()
                .collect(groupingBy(Measurement::key, LinkedHashMap::new, mapping(Measurement::value, toList())));
    }

    /** Figures of different runs cannot be compared, and must not be mixed unnoticed. */
    private void requireOneRun() {
        Set<List<Object>> seen = new HashSet<>();
        for (Measurement measurement : measurements) {
            if (!seen.add(List.of(measurement.key(), measurement.round()))) {
                throw new IllegalArgumentException(
                        measurement.key() + " was measured in more than one of these runs; leave all but one out");
            }
        }
    }

    public List<Measurement> measurements() {
        return measurements;
    }

    /** The middle and spread of one key, if it was measured. */
    public Optional<Summary> summary(Key key) {
        return Optional.ofNullable(values.get(key)).map(Summary::of);
    }

    /** Its median, if it was measured. */
    public Optional<Double> median(Key key) {
        return summary(key).map(Summary::median);
    }

    /** Results that are shown together: the same work and metric on one engine. In the order of measurement. */
    public List<Panel> panels() {
        return keys().map(key -> new Panel(key.scenario(), key.engine(), key.metric()))
                .distinct()
                .toList();
    }

    /** The contestants that were measured there, in the order of the first round. */
    public List<String> contestants(Panel panel) {
        return within(panel, Key::contestant);
    }

    /** How many were tried there, ascending. */
    public List<Long> amounts(Panel panel) {
        return within(panel, Key::amount).stream().sorted().toList();
    }

    private <T> List<T> within(Panel panel, Function<Key, T> part) {
        return keys().filter(panel::has).map(part).distinct().toList();
    }

    private Stream<Key> keys() {
        return values.keySet().stream();
    }
}
