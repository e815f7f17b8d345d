package io.rowlock.cli;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Help;

/** The commands as the help lists them: by what they are for, each in one line. */
final class CommandList {
    /** Set by the launcher of a checkout. */
    private static final String IN_CHECKOUT = "rowlock.checkout";

    /** Other commands of the launcher. */
    static final Map<String, String> CHECKOUT = new TreeMap<>(Map.of(
            "bench", "measures the speed of Rowlock beside other locks",
            "chaos", "runs processes under faults, and checks the promises"));

    private static final int WIDTH =
            Subcommands.words().stream().mapToInt(String::length).max().orElse(0);

    private CommandList() {}

    /** The section of the help that names them all. */
    static String text(Help help) {
        Stream<String> groups = Arrays.stream(Subcommands.Group.values())
                .filter(Subcommands.Group::isShown)
                .map(group -> section(group.title(), group.summaries(), help));
        Stream<String> more = System.getProperty(IN_CHECKOUT) == null
                ? Stream.of()
                : Stream.of(section("In a checkout", CHECKOUT, help));
        return Stream.concat(groups, more).collect(Collectors.joining());
    }

    private static String section(String title, Map<String, String> summaries, Help help) {
        return summaries.entrySet().stream()
                .map(entry -> line(entry.getKey(), entry.getValue(), help))
                .collect(Collectors.joining("", "%n%s:%n".formatted(title), ""));
    }

    private static String line(String word, String summary, Help help) {
        String blanks = " ".repeat(WIDTH - word.length());
        return "  " + help.colorScheme().commandText(word) + blanks + "  " + summary + "%n".formatted();
    }
}
