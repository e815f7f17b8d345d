package io.rowlock.bench.plot;

import java.util.Locale;

/** A drawing, element by element. Readable on a light page and on a dark one. */
final class Svg {
    private static final String STYLE = """
            text { font: 13px system-ui, sans-serif; fill: #444 }
            .title { font-size: 15px; font-weight: 600 }
            .grid { stroke: #8884; stroke-width: 1 }
            .series { fill: none; stroke-width: 2 }
            @media (prefers-color-scheme: dark) { .ground { fill: #161b22 } text { fill: #ccc } }
            """;

    private final StringBuilder elements = new StringBuilder();
    private final int width;
    private final int height;

    Svg(int width, int height) {
        this.width = width;
        this.height = height;
    }

    Svg line(String attributes, double x1, double y1, double x2, double y2) {
        return add(String.format(
                Locale.ROOT, "<line %s x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>", attributes, x1, y1, x2, y2));
    }

    Svg circle(String color, double x, double y) {
        return add(String.format(Locale.ROOT, "<circle fill=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"/>", color, x, y));
    }

    Svg bar(String color, double x, double y, double length, double thickness) {
        return add(String.format(
                Locale.ROOT,
                "<rect fill=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"2\"/>",
                color,
                x,
                y,
                Math.max(length, 1),
                thickness));
    }

    Svg path(String color, String points) {
        return add(
                String.format(Locale.ROOT, "<polyline class=\"series\" stroke=\"%s\" points=\"%s\"/>", color, points));
    }

    /** Words; {@code attributes} say where they are anchored and how they look. */
    Svg text(String attributes, double x, double y, String words) {
        return add(String.format(
                Locale.ROOT, "<text %s x=\"%.1f\" y=\"%.1f\">%s</text>", attributes, x, y, escaped(words)));
    }

    private Svg add(String element) {
        elements.append(element).append('\n');
        return this;
    }

    static String escaped(String words) {
        return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    @Override
    public String toString() {
        return """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">
                <style>%s</style>
                <rect class="ground" fill="#fff" width="100%%" height="100%%"/>
                %s</svg>
                """.formatted(width, height, width, height, STYLE, elements);
    }
}
