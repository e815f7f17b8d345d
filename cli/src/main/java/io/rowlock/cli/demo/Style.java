package io.rowlock.cli.demo;

/**
 * Colours for text, where they are welcome.
 *
 * @param coloured whether they are
 */
record Style(boolean coloured) {

    String title(String text) {
        return escape("1", text);
    }

    String good(String text) {
        return escape("32", text);
    }

    String bad(String text) {
        return escape("31", text);
    }

    String quiet(String text) {
        return escape("2", text);
    }

    private String escape(String code, String text) {
        return coloured ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
