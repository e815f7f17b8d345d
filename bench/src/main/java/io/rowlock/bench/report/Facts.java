package io.rowlock.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The facts that are needed to judge the figures of a run: time, machine, settings, versions. In order. */
public final class Facts {
    /** The commit from which the library was built, and the state of the tree if it was not clean. */
    public static final String COMMIT = "commit";

    /** How much work the machine had in the minute before the run; a build just before it counts. */
    public static final String LOAD_AVERAGE = "load average at the start";

    /** How busy the machine was before the run began to work. */
    public static final String BUSY_BEFORE = "processors busy before the start";

    /** How busy it was after the run had done its work. */
    public static final String BUSY_AFTER = "processors busy after the end";

    /** How much other work it had while the run worked; of several scenarios the one with the most. */
    public static final String OTHERS_DURING = "processors busy with other work during the run";

    /** Samples that runs of older versions lack. */
    private static final List<String> SAMPLES = List.of(BUSY_BEFORE, OTHERS_DURING, BUSY_AFTER);

    private static final String UNKNOWN = "unknown";
    private static final String MACHINE = "machine";
    private static final String LOADED = "LOADED MACHINE: other work ran on it, which changes these figures. ";
    private static final Pattern LEADING_NUMBER = Pattern.compile("^[0-9.]+");
    private static final String SEPARATOR = ": ";

    /** From which percentage of all processors on other work changes the figures. */
    private static final double BUSY_PERCENT = 25;

    /** The same for a load average, of one processor; the benchmark's own start counts in it. */
    private static final double BUSY_LOAD = 0.5;

    private final Map<String, String> facts;

    public Facts(Map<String, String> facts) {
        this.facts = new LinkedHashMap<>(facts);
    }

    public static Facts read(Path file) throws IOException {
        Map<String, String> facts = new LinkedHashMap<>();
        for (String line : Files.readAllLines(file)) {
            String[] parts = line.split(SEPARATOR, 2);
            facts.put(parts[0], parts[1]);
        }
        return new Facts(facts);
    }

    public void write(Path file) throws IOException {
        Files.write(file, lines());
    }

    /** These facts and those of another run; where they differ, both are told. */
    public Facts and(Facts others) {
        Map<String, String> all = new LinkedHashMap<>(sampledLike(others).facts);
        others.sampledLike(this)
                .facts
                .forEach((name, value) -> all.merge(
                        name,
                        value,
                        (here, there) -> List.of(here.split("; ")).contains(there) ? here : here + "; " + there));
        return new Facts(all);
    }

    /** Says of what only the other run has sampled that it is unknown of this one. */
    private Facts sampledLike(Facts other) {
        Facts like = this;
        for (String sample : SAMPLES) {
            if (!facts.isEmpty() && !facts.containsKey(sample) && other.facts.containsKey(sample)) {
                like = like.with(sample, UNKNOWN);
            }
        }
        return like;
    }

    /** These facts and one more. */
    public Facts with(String name, String value) {
        Map<String, String> all = new LinkedHashMap<>(facts);
        all.put(name, value);
        return new Facts(all);
    }

    /** A warning, if other work was done on the machine during the run, or during one of several. */
    public Optional<String> notice() {
        double busy = SAMPLES.stream().mapToDouble(this::most).max().orElse(0);
        Optional<String> notice = busyNotice(busy);
        return notice.isPresent() || isSampled() ? notice : loadNotice(most(LOAD_AVERAGE), most(MACHINE));
    }

    /** Whether all runs were sampled, so that the load average, which counts the work before them, need not be asked. */
    private boolean isSampled() {
        return Stream.of(BUSY_BEFORE, BUSY_AFTER).map(this::fact).noneMatch(value -> value.contains(UNKNOWN));
    }

    private static Optional<String> busyNotice(double busy) {
        return busy < BUSY_PERCENT
                ? Optional.empty()
                : Optional.of(LOADED
                        + String.format(
                                Locale.ROOT, "Up to %.0f %% of the processors were busy without the benchmark.", busy));
    }

    /** For figures from before the processors were sampled. */
    private static Optional<String> loadNotice(double load, double cores) {
        return load < cores * BUSY_LOAD
                ? Optional.empty()
                : Optional.of(LOADED
                        + String.format(Locale.ROOT, "The load average was up to %.1f on %.0f cores.", load, cores));
    }

    /** The largest of a fact's numbers, each of which stands at the beginning of its part. */
    private double most(String name) {
        return Arrays.stream(fact(name).split("; "))
                .map(LEADING_NUMBER::matcher)
                .filter(Matcher::find)
                .mapToDouble(number -> Double.parseDouble(number.group()))
                .max()
                .orElse(0);
    }

    /** When, from which commit and on what machine the run was made, and the load that the machine had. */
    List<String> machine() {
        return lines("date", COMMIT, MACHINE, LOAD_AVERAGE, BUSY_BEFORE, OTHERS_DURING, BUSY_AFTER);
    }

    private List<String> lines(String... names) {
        return Arrays.stream(names)
                .filter(facts::containsKey)
                .map(name -> name + SEPARATOR + facts.get(name))
                .toList();
    }

    /** One fact, if it is known. */
    public String fact(String name) {
        return facts.getOrDefault(name, UNKNOWN);
    }

    String markdown() {
        List<List<String>> rows = facts.entrySet().stream()
                .map(fact -> List.of(fact.getKey(), fact.getValue()))
                .toList();
        String notice = notice().map(words -> "> " + words + "\n\n").orElse("");
        return notice + Table.ofWords(List.of("fact", ""), rows).markdown();
    }

    public List<String> lines() {
        return facts.entrySet().stream()
                .map(fact -> fact.getKey() + SEPARATOR + fact.getValue())
                .toList();
    }
}
