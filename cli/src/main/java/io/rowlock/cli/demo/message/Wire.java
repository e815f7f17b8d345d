package io.rowlock.cli.demo.message;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A line between the demo and one of its clerks: a verb and its fields, set apart by blanks and encoded so that they
 * hold neither blanks nor line ends.
 *
 * @param verb what is said
 * @param fields of what
 */
public record Wire(String verb, List<String> fields) {
    /** Stands for a field that says nothing; no encoded text looks like it. */
    private static final String NOTHING = "%";

    static Wire of(String verb, Object... fields) {
        return new Wire(verb, Stream.of(fields).map(Wire::encode).toList());
    }

    static Wire parse(String line) {
        List<String> words = List.of(line.split(" "));
        return new Wire(words.get(0), words.subList(1, words.size()));
    }

    public String line() {
        return Stream.concat(Stream.of(verb), fields.stream()).collect(Collectors.joining(" "));
    }

    String text(int index) {
        return URLDecoder.decode(fields.get(index), StandardCharsets.UTF_8);
    }

    Optional<String> optional(int index) {
        return fields.get(index).equals(NOTHING) ? Optional.empty() : Optional.of(text(index));
    }

    int number(int index) {
        return Integer.parseInt(fields.get(index));
    }

    Duration duration(int index) {
        return Duration.parse(text(index));
    }

    private static String encode(Object field) {
        if (field instanceof Optional<?> maybe) {
            return maybe.map(Wire::encode).orElse(NOTHING);
        }
        return URLEncoder.encode(field.toString(), StandardCharsets.UTF_8);
    }
}
