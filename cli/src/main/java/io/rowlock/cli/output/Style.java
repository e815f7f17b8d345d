package io.rowlock.cli.output;

/**
 * Colours for text, where they are welcome.
 *
 * @param coloured whether they are
 */
public record Style(boolean coloured) {

    /**
     * Marks a heading.
     *
     * @param text what to print
     * @return the same, marked
     */
    public String title(String text) {
        return escape("1", text);
    }

    /**
     * Marks what is as it should be.
     *
     * @param text what to print
     * @return the same, marked
     */
    public String good(String text) {
        return escape("32", text);
    }

    /**
     * Marks what is not.
     *
     * @param text what to print
     * @return the same, marked
     */
    public String bad(String text) {
        return escape("31", text);
    }

    /**
     * Marks what deserves a look.
     *
     * @param text what to print
     * @return the same, marked
     */
    public String notable(String text) {
        return escape("33", text);
    }

    /**
     * Marks what is as it should be, though it is not the usual.
     *
     * @param text what to print
     * @return the same, marked
     */
    public String calm(String text) {
        return escape("36", text);
    }

    /**
     * Marks what matters less.
     *
     * @param text what to print
     * @return the same, marked
     */
    public String quiet(String text) {
        return escape("2", text);
    }

    private String escape(String code, String text) {
        return coloured ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
