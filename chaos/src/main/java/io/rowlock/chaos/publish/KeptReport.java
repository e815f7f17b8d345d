package io.rowlock.chaos.publish;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The report of a run, as it was kept.
 *
 * @param file its name
 * @param text what it says
 */
record KeptReport(String file, String text) {
    /** All that lie in a directory, in the order of their names; trials apart. */
    static List<KeptReport> all(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".txt"))
                    .sorted()
                    .map(KeptReport::of)
                    .filter(report -> !report.client().isEmpty())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static KeptReport of(Path file) {
        try {
            return new KeptReport(file.getFileName().toString(), Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String client() {
        return first("(?m)^  (\\S+) on .*, driver ");
    }

    /** The database and its version. */
    String database() {
        return first("(?m)^  \\S+ on (.*), driver ").replaceFirst(" \\([0-9-]+\\)$", "");
    }

    String command() {
        return first("(?m)^  \\./rowlock chaos (.*), seed [0-9]+, ").replace(" --publish", "");
    }

    String date() {
        return first(", ([0-9]{4}-[0-9]{2}-[0-9]{2})\\R");
    }

    String commit() {
        return first("(?m)^  commit ([0-9a-f]{12})");
    }

    long acquisitions() {
        return number("([0-9,]+) acquisitions over ");
    }

    long kinds() {
        return number(" acquisitions over ([0-9,]+) kinds");
    }

    long lost() {
        return number(", ([0-9,]+) lost,");
    }

    long guardRaces() {
        return number("([0-9,]+) guard races");
    }

    long cuts() {
        return number("([0-9,]+) connections cut at a byte");
    }

    /** The faults that the machine lacked the means for, as "pooler"; empty if there are none. */
    String skipped() {
        return Pattern.compile("(?:skipped |; )([a-z-]+): ")
                .matcher(first("(?m)^  (skipped .*)$"))
                .results()
                .map(match -> match.group(1))
                .filter(word -> !word.equals("remedy"))
                .collect(Collectors.joining(", "));
    }

    long violations() {
        return number("(?m)^  ([0-9,]+) violations?$");
    }

    /** How soon the locks of killed processes were another's: how many were timed, the median, the longest. */
    String takeOver() {
        Matcher matcher = Pattern.compile("([0-9]+) timed: median ([^,]+), longest (.+?)(;|\\R)")
                .matcher(text);
        return matcher.find()
                ? "%s timed, %s / %s".formatted(matcher.group(1), matcher.group(2), matcher.group(3))
                : "–";
    }

    /** The rules that were broken, each with how often. */
    String broken() {
        String rules = Pattern.compile("(?m)^  BROKEN: (.*) \\([A-Z0-9]+\\), ([0-9,]+) times$")
                .matcher(text)
                .results()
                .map(match -> match.group(1) + ": " + match.group(2))
                .collect(Collectors.joining("; "));
        return rules.isEmpty() ? "–" : rules;
    }

    private long number(String pattern) {
        String digits = first(pattern).replace(",", "");
        return digits.isEmpty() ? 0 : Long.parseLong(digits);
    }

    private String first(String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }
}
