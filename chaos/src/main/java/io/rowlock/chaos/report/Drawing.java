package io.rowlock.chaos.report;

import java.util.Locale;

/** A picture in which time goes from left to right. */
final class Drawing {
    static final int WIDTH = 1200;
    static final int LABELS = 90;

    /** At the right border, so that the last words have room. */
    static final int MARGIN = 60;

    private final long begin;
    private final long end;
    private final int width;
    private final int height;
    private final StringBuilder elements = new StringBuilder();

    Drawing(long begin, long end, int width, int height) {
        this.begin = begin;
        this.end = Math.max(end, begin + 1);
        this.width = width;
        this.height = height;
    }

    /** Where a moment is; those outside are at the border. */
    double x(long moment) {
        double share = (Math.max(begin, Math.min(end, moment)) - begin) / (double) (end - begin);
        return LABELS + share * (width - LABELS - MARGIN);
    }

    Drawing bar(long from, long to, double y, double thickness, String attributes, String tip) {
        double length = Math.max(0.8, x(to) - x(from));
        return add(String.format(
                Locale.ROOT,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" %s><title>%s</title></rect>",
                x(from),
                y,
                length,
                thickness,
                attributes,
                Html.escaped(tip)));
    }

    Drawing line(long at, double top, double bottom, String attributes) {
        return line(x(at), top, x(at), bottom, attributes);
    }

    Drawing line(double x1, double y1, double x2, double y2, String attributes) {
        return add(String.format(
                Locale.ROOT, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" %s/>", x1, x2, y1, y2, attributes));
    }

    Drawing text(double x, double y, String attributes, String words) {
        return add(String.format(
                Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" %s>%s</text>", x, y, attributes, Html.escaped(words)));
    }

    Drawing add(String element) {
        elements.append(element).append('\n');
        return this;
    }

    /** A wide one can be scrolled on its own. */
    @Override
    public String toString() {
        return "<div class=\"wide\"><svg viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">%n%s</svg></div>%n"
                .formatted(width, height, width, height, elements);
    }
}
