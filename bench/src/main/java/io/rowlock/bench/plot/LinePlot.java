package io.rowlock.bench.plot;

import io.rowlock.bench.label.Numbers;
import io.rowlock.bench.label.Order;
import io.rowlock.bench.label.Titles;
import io.rowlock.bench.result.Panel;
import io.rowlock.bench.result.Results;
import io.rowlock.bench.result.Summary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * A line for each contestant: medians, with a stroke from quartile to quartile. Amounts stand at equal distances, because they
 * grow by factors. Names stand at the lines' ends, moved apart where they would meet.
 */
final class LinePlot {
    private static final int WIDTH = 860;
    private static final int HEIGHT = 420;
    private static final int LEFT = 80;
    private static final int RIGHT = 600;
    private static final int TOP = 50;
    private static final int BOTTOM = 370;
    private static final int LINE_HEIGHT = 17;

    private final Results results;
    private final Panel panel;
    private final List<Long> amounts;
    private final List<String> contestants;
    private final Scale scale;
    private final Svg svg = new Svg(WIDTH, HEIGHT);

    LinePlot(Results results, Panel panel) {
        this.results = results;
        this.panel = panel;
        this.amounts = results.amounts(panel);
        this.contestants = Order.of(results.contestants(panel));
        this.scale = Scale.of(contestants.stream()
                .flatMap(contestant -> amounts.stream().flatMap(amount -> summary(contestant, amount).stream()))
                .flatMapToDouble(summary -> DoubleStream.of(summary.lower(), summary.upper())));
    }

    Svg draw() {
        svg.text("class=\"title\"", LEFT, 28, Titles.of(panel));
        if (scale.logarithmic()) {
            svg.text("", LEFT, TOP - 6, "logarithmic axis: each line is ten times the one below");
        }
        scale.ticks().forEach(this::drawTick);
        amounts.forEach(
                amount -> svg.text("text-anchor=\"middle\"", x(amount), BOTTOM + 22, Numbers.plain((double) amount)));
        svg.text("text-anchor=\"middle\"", (LEFT + RIGHT) / 2.0, BOTTOM + 42, Titles.amounts(panel));
        contestants.forEach(this::drawLine);
        drawNames();
        return svg;
    }

    private void drawTick(double value) {
        double y = y(value);
        svg.line("class=\"grid\"", LEFT, y, RIGHT, y);
        svg.text("text-anchor=\"end\"", LEFT - 8, y + 4, Numbers.plain(value));
    }

    private void drawLine(String contestant) {
        String color = Colors.of(contestant);
        StringBuilder points = new StringBuilder();
        for (long amount : amounts) {
            summary(contestant, amount).ifPresent(summary -> {
                double x = x(amount);
                points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y(summary.median())));
                svg.line("stroke=\"" + color + "\"", x, y(summary.lower()), x, y(summary.upper()));
                svg.circle(color, x, y(summary.median()));
            });
        }
        svg.path(color, points.toString().strip());
    }

    private void drawNames() {
        List<String> byHeight = new ArrayList<>(contestants);
        byHeight.sort(Comparator.comparingDouble(this::endOf));
        double[] heights = apart(byHeight.stream().mapToDouble(this::endOf).toArray());
        for (int number = 0; number < heights.length; number++) {
            String contestant = byHeight.get(number);
            svg.text("style=\"fill:" + Colors.of(contestant) + "\"", RIGHT + 16, heights[number] + 4, contestant);
        }
    }

    /** Ascending heights, moved down until none meets the one above, then up again from the foot of the sheet. */
    private static double[] apart(double[] heights) {
        for (int number = 1; number < heights.length; number++) {
            heights[number] = Math.max(heights[number], heights[number - 1] + LINE_HEIGHT);
        }
        double free = HEIGHT - LINE_HEIGHT;
        for (int number = heights.length - 1; number >= 0; number--) {
            heights[number] = Math.min(heights[number], free);
            free = heights[number] - LINE_HEIGHT;
        }
        return heights;
    }

    /** The height at which a contestant's line ends. */
    private double endOf(String contestant) {
        return amounts.stream()
                .flatMap(amount -> summary(contestant, amount).stream())
                .reduce((earlier, later) -> later)
                .map(last -> y(last.median()))
                .orElse((double) BOTTOM);
    }

    private Optional<Summary> summary(String contestant, long amount) {
        return results.summary(panel.key(contestant, amount));
    }

    private double x(long amount) {
        double place = (double) amounts.indexOf(amount) / (amounts.size() - 1);
        return LEFT + 30 + place * (RIGHT - LEFT - 40);
    }

    private double y(double value) {
        return BOTTOM - scale.place(value) * (BOTTOM - TOP);
    }
}
