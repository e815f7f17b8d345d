package io.rowlock.cli.text;

/** Text of unknown origin, on its way to a terminal or a log. */
public final class Text {

    private Text() {}

    /**
     * The text with everything escaped that could forge a line, move the cursor, or reverse the reading order.
     *
     * @param text what somebody wrote
     * @return what may be printed
     */
    public static String printable(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(point -> append(shown, point));
        return shown.toString();
    }

    private static void append(StringBuilder shown, int point) {
        switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> shown.append(String.format("\\u%04X", point));
            default -> shown.appendCodePoint(point);
        }
    }
}
