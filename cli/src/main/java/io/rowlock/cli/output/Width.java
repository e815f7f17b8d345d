package io.rowlock.cli.output;

/** The width of text on a terminal: Chinese, Japanese and Korean take two columns, accents that combine take none. */
final class Width {
    private static final String CUT = "\u2026";

    /** First and last code points of the blocks whose characters take two columns. */
    private static final int[][] WIDE = {
        {0x1100, 0x115F},
        {0x2E80, 0x303E},
        {0x3041, 0xA4CF},
        {0xAC00, 0xD7A3},
        {0xF900, 0xFAFF},
        {0xFE30, 0xFE6F},
        {0xFF00, 0xFF60},
        {0xFFE0, 0xFFE6},
        {0x1F300, 0x1F64F},
        {0x1F680, 0x1F6FF},
        {0x1F900, 0x1F9FF},
        {0x20000, 0x3FFFD}
    };

    private Width() {}

    static int of(String text) {
        return text.codePoints().map(Width::of).sum();
    }

    private static int of(int point) {
        int type = Character.getType(point);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
            return 0;
        }
        for (int[] block : WIDE) {
            if (point >= block[0] && point <= block[1]) {
                return 2;
            }
        }
        return 1;
    }

    /** The text, or as much of it as fits, with an ellipsis at its end. */
    static String cut(String text, int width) {
        if (of(text) <= width) {
            return text;
        }
        StringBuilder kept = new StringBuilder();
        int left = width - 1;
        for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
            left -= of(text.codePointAt(at));
            if (left < 0) {
                break;
            }
            kept.appendCodePoint(text.codePointAt(at));
        }
        return kept + CUT;
    }
}
