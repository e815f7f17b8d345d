package io.rowlock;

import java.util.Objects;

/** The rules for text that reaches the lock table or a log: names and owners. */
final class LockText {
    private LockText() {}

    /** Rejects a name that some database could not hold faithfully. */
    static void requireName(String name) {
        Objects.requireNonNull(name, "lock name");
        requireText("lock name", name, LockKey.MAX_CODE_POINTS);
        if (name.isEmpty()) {
            throw new IllegalArgumentException("lock name is empty; give it at least one character");
        }
        if (isBlank(name.codePointAt(0)) || isBlank(name.codePointBefore(name.length()))) {
            throw new IllegalArgumentException("lock name '" + printable(name)
                    + "' begins or ends with a blank, which databases compare differently; trim it");
        }
    }

    /** Rejects text that is too long, or holds control characters or unpaired surrogates. */
    static void requireText(String role, String text, int maxCodePoints) {
        int length = text.codePointCount(0, text.length());
        if (length > maxCodePoints) {
            throw new IllegalArgumentException(role + " '" + printable(text) + "' has " + length
                    + " characters; the lock table holds at most " + maxCodePoints);
        }
        text.codePoints().forEach(point -> requireStorable(role, text, point));
    }

    private static void requireStorable(String role, String text, int point) {
        if (Character.getType(point) == Character.SURROGATE || Character.isISOControl(point)) {
            throw new IllegalArgumentException(
                    role + " '" + printable(text) + "' holds "
                            + String.format("U+%04X", point)
                            + ", a control character or half a surrogate pair, which databases do not keep alike; leave it out");
        }
    }

    private static boolean isBlank(int point) {
        return Character.isWhitespace(point) || Character.isSpaceChar(point);
    }

    /** The text with everything escaped that could forge a log line or reverse its reading order. */
    static String printable(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().limit(LockKey.MAX_CODE_POINTS).forEach(point -> appendPrintable(shown, point));
        return shown.toString();
    }

    private static void appendPrintable(StringBuilder shown, int point) {
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
