package io.rowlock.chaos.report;

import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Life.Span;
import io.rowlock.chaos.timeline.Tenure;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** All locks over the whole run. */
final class Overview {
    private static final int ROW = 18;
    private static final int TOP = 16;

    private final Histories histories;
    private final Map<String, List<Tenure>> byLock;
    private final Drawing drawing;

    private Overview(Histories histories) {
        this.histories = histories;
        this.byLock = histories.tenuresByLock();
        this.drawing = new Drawing(histories.begin(), histories.end(), TOP + ROW * (byLock.size() + 1));
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
        for (Span fault : histories.faults()) {
            drawing.bar(fault.begin(), fault.end(), TOP, byLock.size() * ROW, "fill=\"#eee\"", fault.name());
        }
    }

    private void axis() {
        long length = histories.end() - histories.begin();
        for (int tenth = 0; tenth <= 10; tenth++) {
            long at = histories.begin() + length / 10 * tenth;
            drawing.text(
                    drawing.x(at),
                    TOP - 5,
                    "text-anchor=\"middle\"",
                    String.format(Locale.ROOT, length < 20e9 ? "%.1f s" : "%.0f s", (at - histories.begin()) / 1e9));
        }
    }

    private void locks() {
        int row = 0;
        for (Map.Entry<String, List<Tenure>> entry : byLock.entrySet()) {
            drawing.text(0, TOP + row * ROW + 12, "", entry.getKey());
            lock(entry.getValue(), TOP + row * ROW + 3);
            row++;
        }
    }

    /** One path for each process, in which bars that the eye cannot tell apart are one. */
    private void lock(List<Tenure> tenures, double y) {
        Map<String, StringBuilder> paths = new TreeMap<>();
        Map<String, Double> ends = new TreeMap<>();
        for (Tenure tenure : tenures) {
            double from = drawing.x(tenure.granted());
            double to = Math.max(from + 0.6, drawing.x(CloseUp.beliefEnd(histories, tenure)));
            double last = ends.getOrDefault(tenure.process(), -1.0);
            if (to > last + 0.3) {
                double begin = Math.max(from, last);
                paths.computeIfAbsent(tenure.process(), process -> new StringBuilder())
                        .append(String.format(Locale.ROOT, "M%.1f,%.0fh%.1f", begin, y + 6, to - begin));
                ends.put(tenure.process(), to);
            }
        }
        paths.forEach((process, path) ->
                drawing.add("<path d=\"%s\" stroke=\"%s\" stroke-width=\"11\"><title>%s</title></path>"
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
                        "<a href=\"#%s\"><path d=\"M%.1f,%dl-5,-8h10z\" fill=\"#b3170f\"><title>%s</title></path></a>",
                        anchor,
                        x,
                        TOP + row * ROW + 9,
                        Html.escaped(violation.words())));
            }
        });
    }
}
