package io.rowlock.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The facts that are needed to judge the figures of a run: time, machine, settings, versions. In order. */
public final class Facts {
    private static final String SEPARATOR = ": ";

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
        Map<String, String> all = new LinkedHashMap<>(facts);
        others.facts.forEach((name, value) -> all.merge(
                name, value, (here, there) -> List.of(here.split("; ")).contains(there) ? here : here + "; " + there));
        return new Facts(all);
    }

    /** One fact, if it is known. */
    public String fact(String name) {
        return facts.getOrDefault(name, "unknown");
    }

    String markdown() {
        List<List<String>> rows = facts.entrySet().stream()
                .map(fact -> List.of(fact.getKey(), fact.getValue()))
                .toList();
        return Table.ofWords(List.of("fact", ""), rows).markdown();
    }

    public List<String> lines() {
        return facts.entrySet().stream()
                .map(fact -> fact.getKey() + SEPARATOR + fact.getValue())
                .toList();
    }
}
