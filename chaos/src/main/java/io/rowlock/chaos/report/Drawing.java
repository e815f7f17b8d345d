package io.rowlock.chaos.report;

import java.util.Locale;

/** A picture in which time goes from left to right. */
final class Drawing {
    static final int WIDTH = 1200;
    static final int LABELS = 90;

    private final long begin;
    private final long end;
    private final int height;
    private final StringBuilder elements = new StringBuilder();

    Drawing(long begin, long end, int height) {
        this.begin = begin;
        this.end = Math.max(end, begin + 1);
        this.height = height;
    }

    /** Where a moment is; those outside are at the border. */
    double x(long moment) {
        double share = (Math.max(begin, Math.min(end, moment)) - begin) / (double) (end - begin);
        return LABELS + share * (WIDTH - LABELS - 10);
    }

    Drawing bar(long from, long to, double y, double thickness, String attributes, String tip) {
        double width = Math.max(0.8, x(to) - x(from));
        return add(String.format(
                Locale.ROOT,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" %s><title>%s</title></rect>",
                x(from),
                y,
                width,
                thickness,
                attributes,
                Html.escaped(tip)));
    }

    Drawing line(long at, double top, double bottom, String attributes) {
        return add(String.format(
                Locale.ROOT,
                "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" %s/>",
                x(at),
                x(at),
                top,
                bottom,
                attributes));
    }

    Drawing text(double x, double y, String attributes, String words) {
        return add(String.format(
                Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" %s>%s</text>", x, y, attributes, Html.escaped(words)));
    }

    Drawing add(String element) {
        elements.append(element).append('\n');
        return this;
    }

    @Override
    public String toString() {
        return "<svg viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">%n%s</svg>%n"
                .formatted(WIDTH, height, WIDTH, height, elements);
    }
}
