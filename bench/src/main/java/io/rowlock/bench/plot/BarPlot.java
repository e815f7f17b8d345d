package io.rowlock.bench.plot;

import io.rowlock.bench.label.Numbers;
import io.rowlock.bench.label.Order;
import io.rowlock.bench.label.Titles;
import io.rowlock.bench.result.Panel;
import io.rowlock.bench.result.Results;
import io.rowlock.bench.result.Summary;
import java.util.List;

/** A bar for each contestant, as long as its median, with a stroke from quartile to quartile. */
final class BarPlot {
    private static final int WIDTH = 860;
    private static final int LEFT = 220;
    private static final int RIGHT = 760;
    private static final int TOP = 50;
    private static final int STEP = 34;
    private static final int THICKNESS = 20;

    private final Results results;
    private final Panel panel;
    private final List<String> contestants;
    private final Scale scale;
    private final Svg svg;

    BarPlot(Results results, Panel panel) {
        this.results = results;
        this.panel = panel;
        this.contestants = Order.of(results.contestants(panel));
        this.scale = Scale.fromZero(contestants.stream().map(this::summary).mapToDouble(Summary::upper));
        this.svg = new Svg(WIDTH, TOP + STEP * contestants.size() + 40);
    }

    Svg draw() {
        svg.text("class=\"title\"", 20, 28, Titles.of(panel));
        scale.ticks().forEach(this::drawTick);
        for (int row = 0; row < contestants.size(); row++) {
            drawBar(contestants.get(row), TOP + STEP * row);
        }
        return svg;
    }

    private void drawTick(double value) {
        double bottom = TOP + STEP * contestants.size();
        svg.line("class=\"grid\"", x(value), TOP - 6, x(value), bottom);
        svg.text("text-anchor=\"middle\"", x(value), bottom + 18, Numbers.plain(value));
    }

    private void drawBar(String contestant, double y) {
        Summary summary = summary(contestant);
        double middle = y + THICKNESS / 2.0;
        svg.text("text-anchor=\"end\"", LEFT - 10, middle + 4, contestant);
        svg.bar(Colors.of(contestant), LEFT, y, x(summary.median()) - LEFT, THICKNESS);
        svg.line("stroke=\"#222\" stroke-width=\"2\"", x(summary.lower()), middle, x(summary.upper()), middle);
        svg.text("", x(summary.upper()) + 8, middle + 4, Numbers.plain(summary.median()));
    }

    private Summary summary(String contestant) {
        long amount = results.amounts(panel).get(0);
        return results.summary(panel.key(contestant, amount)).orElseThrow();
    }

    private double x(double value) {
        return LEFT + scale.place(value) * (RIGHT - LEFT);
    }
}
