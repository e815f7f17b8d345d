package io.rowlock.cli.output;

import java.io.Console;
import java.util.Map;
import java.util.Optional;

/**
 * The abilities of standard output.
 *
 * @param live whether a person watches, so that lines may be drawn over
 * @param colours whether colours are welcome
 */
public record Terminal(boolean live, boolean colours) {

    /**
     * Looks at this process's streams and environment.
     *
     * @return what may be written
     */
    public static Terminal detect() {
        return of(person().isPresent(), System.getenv());
    }

    static Terminal of(boolean attached, Map<String, String> environment) {
        boolean live = attached && !"dumb".equals(environment.get("TERM"));
        boolean colours = live && environment.getOrDefault("NO_COLOR", "").isEmpty();
        return new Terminal(live, colours);
    }

    /**
     * The person at the terminal, who can be asked.
     *
     * @return their console; empty when there is nobody
     */
    @SuppressWarnings("SystemConsoleNull") // null up to Java 21; the filter is for the later ones
    public static Optional<Console> person() {
        return Optional.ofNullable(System.console()).filter(Terminal::isTerminal);
    }

    /** From Java 22 on a console may exist without a terminal, and says so by a method that 17 does not have. */
    private static boolean isTerminal(Console console) {
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException olderJava) {
            return true;
        }
    }
}
