package io.rowlock.cli.output;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The size of the window that the output is for.
 *
 * @param columns how wide a line may be
 * @param lines how many lines there are
 */
public record Window(int columns, int lines) {
    /** Output that goes to no window, and may be as large as it is. */
    public static final Window NONE = new Window(Integer.MAX_VALUE, Integer.MAX_VALUE);

    private static final Window USUAL = new Window(80, 24);

    /**
     * The size at this moment: COLUMNS and LINES of the environment, if they are set, and otherwise that of the terminal.
     *
     * @param terminal the abilities of standard output
     * @return the size; {@link #NONE} if there is neither
     */
    public static Window detect(Terminal terminal) {
        return of(System.getenv(), terminal.live() ? ofTerminal() : NONE);
    }

    static Window of(Map<String, String> environment, Window otherwise) {
        return new Window(
                number(environment.get("COLUMNS")).orElse(otherwise.columns),
                number(environment.get("LINES")).orElse(otherwise.lines));
    }

    /** Java does not know the size; the command stty does, and is wherever there is a terminal. */
    private static Window ofTerminal() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return parse(new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
        } catch (IOException missing) {
            return USUAL;
        }
    }

    /** Lines and columns, with a blank between; a terminal that does not know its size says 0. */
    static Window parse(String size) {
        String[] numbers = size.strip().split(" ", 2);
        Optional<Integer> lines = number(numbers[0]);
        Optional<Integer> columns = number(numbers[numbers.length - 1]);
        return lines.isPresent() && columns.isPresent() ? new Window(columns.get(), lines.get()) : USUAL;
    }

    private static Optional<Integer> number(@Nullable String text) {
        return Optional.ofNullable(text)
                .filter(digits -> digits.matches("[1-9]\\d{0,4}"))
                .map(Integer::valueOf);
    }
}
