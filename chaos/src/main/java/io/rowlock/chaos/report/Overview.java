package io.rowlock.chaos.report;

import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Lifetime.Span;
import io.rowlock.chaos.timeline.RecordedGrant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** All locks over the whole run, with the name of each fault above and below its band. */
final class Overview {
    private static final int ROW = 14;
    private static final int NAMES = 112;
    private static final int TOP = NAMES + 14;
    private static final int AXIS = 30;
    /** The least distance of two slanted names. */
    private static final double STEP = 14;

    private static final long SECOND = 1_000_000_000L;
    private static final int MOST_TICKS = 12;

    private final Histories histories;
    private final Map<String, List<RecordedGrant>> byLock;
    private final List<Span> faults;
    private final Drawing drawing;
    private final double bottom;

    private Overview(Histories histories) {
        this.histories = histories;
        this.byLock = histories.grantsByLock();
        this.faults = histories.faults().stream()
                .sorted(Comparator.comparingLong(Span::begin))
                .toList();
        this.bottom = TOP + ROW * byLock.size();
        this.drawing = new Drawing(histories.begin(), histories.end(), width(), (int) bottom + AXIS + NAMES);
    }

    /** So wide that all names find a place. */
    private int width() {
        return Math.max(Drawing.WIDTH, (int) (Drawing.LABELS + Drawing.MARGIN + STEP * faults.size()));
    }

    static String of(Verdict verdict, Map<Violation, String> anchors) {
        Overview overview = new Overview(verdict.histories());
        overview.faults();
        overview.axis();
        overview.locks();
        overview.violations(anchors);
        return overview.drawing.toString();
    }

    private void faults() {
        double[] places = places(faults.stream().mapToDouble(this::middle).toArray(), drawing.x(histories.end()));
        for (int number = 0; number < places.length; number++) {
            Span fault = faults.get(number);
            drawing.bar(fault.begin(), fault.end(), TOP, bottom - TOP, "class=\"band\"", fault.name());
            drawing.line(places[number], NAMES, middle(fault), TOP, "class=\"grid\"");
            name(fault, places[number] + 2, NAMES - 3, -60);
            name(fault, places[number] - 4, bottom + AXIS + 4, 60);
        }
    }

    private void name(Span fault, double x, double y, int degrees) {
        String slant = String.format(Locale.ROOT, "transform=\"rotate(%d %.1f %.1f)\"", degrees, x, y);
        drawing.text(x, y, slant, fault.name());
    }

    private double middle(Span fault) {
        return (drawing.x(fault.begin()) + drawing.x(fault.end())) / 2;
    }

    /** Moves names apart that would meet: first to the right, then back from the right border. */
    static double[] places(double[] wanted, double last) {
        double[] places = wanted.clone();
        for (int number = 1; number < places.length; number++) {
            places[number] = Math.max(places[number], places[number - 1] + STEP);
        }
        double free = last;
        for (int number = places.length - 1; number >= 0; number--) {
            places[number] = Math.min(places[number], free);
            free = places[number] - STEP;
        }
        return places;
    }

    private void axis() {
        long length = histories.end() - histories.begin();
        long step = step(length);
        for (long passed = 0; passed <= length; passed += step) {
            long at = histories.begin() + passed;
            drawing.line(at, TOP, bottom + 4, "class=\"grid\"");
            drawing.text(drawing.x(at), bottom + 18, "text-anchor=\"middle\"", passed / SECOND + " s");
        }
    }

    /** Between two named moments: a round number of seconds. */
    private static long step(long length) {
        return LongStream.of(1, 2, 5, 10, 20, 30, 60, 120, 300, 600)
                .map(seconds -> seconds * SECOND)
                .filter(step -> length / step <= MOST_TICKS)
                .findFirst()
                .orElse(Math.max(1, length / MOST_TICKS));
    }

    private void locks() {
        int row = 0;
        for (Map.Entry<String, List<RecordedGrant>> entry : byLock.entrySet()) {
            drawing.text(0, TOP + row * ROW + 11, "", entry.getKey());
            lock(entry.getValue(), TOP + row * ROW + 2);
            row++;
        }
    }

    /** One path for each process, in which bars that the eye cannot tell apart are one. */
    private void lock(List<RecordedGrant> grants, double y) {
        Map<String, StringBuilder> paths = new TreeMap<>();
        Map<String, Double> ends = new TreeMap<>();
        for (RecordedGrant grant : grants) {
            double from = drawing.x(grant.granted());
            double to = Math.max(from + 0.6, drawing.x(CloseUp.beliefEnd(histories, grant)));
            double last = ends.getOrDefault(grant.process(), -1.0);
            if (to > last + 0.3) {
                double begin = Math.max(from, last);
                paths.computeIfAbsent(grant.process(), process -> new StringBuilder())
                        .append(String.format(Locale.ROOT, "M%.1f,%.0fh%.1f", begin, y + 5, to - begin));
                ends.put(grant.process(), to);
            }
        }
        paths.forEach((process, path) ->
                drawing.add("<path d=\"%s\" stroke=\"%s\" stroke-width=\"9\"><title>%s</title></path>"
                        .formatted(path, Colors.of(process), process)));
    }

    private void violations(Map<Violation, String> anchors) {
        List<String> names = List.copyOf(byLock.keySet());
        anchors.forEach((violation, anchor) -> {
            int row = names.indexOf(violation.lock());
            if (row >= 0) {
                double x = drawing.x(violation.at());
                drawing.add(String.format(
                        Locale.ROOT,
                        "<a href=\"#%s\"><path d=\"M%.1f,%dl-5,-8h10z\" class=\"sign\"><title>%s</title></path></a>",
                        anchor,
                        x,
                        TOP + row * ROW + 8,
                        Html.escaped(violation.words())));
            }
        });
    }
}
