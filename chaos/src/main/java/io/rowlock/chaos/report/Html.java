package io.rowlock.chaos.report;

/** Text in a page. */
final class Html {
    private Html() {}

    static String escaped(String words) {
        return words.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
