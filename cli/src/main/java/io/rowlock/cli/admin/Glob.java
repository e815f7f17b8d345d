package io.rowlock.cli.admin;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A pattern for names: {@code *} stands for any text, {@code ?} for one character.
 *
 * @param text the pattern
 */
record Glob(String text) {

    boolean matches(String name) {
        return Pattern.compile(text.codePoints().mapToObj(Glob::part).collect(Collectors.joining()), Pattern.DOTALL)
                .matcher(name)
                .matches();
    }

    private static String part(int point) {
        return switch (point) {
            case '*' -> ".*";
            case '?' -> ".";
            default -> Pattern.quote(Character.toString(point));
        };
    }
}
