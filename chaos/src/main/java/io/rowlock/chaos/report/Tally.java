package io.rowlock.chaos.report;

import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Lifetime.Span;
import io.rowlock.chaos.timeline.Moments;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Counts events by the fault during which they happened. */
final class Tally {
    /** The name of the time in which nothing was. */
    static final String NO_FAULT = "(nothing broken)";

    /** The counts of one kind of fault. */
    static final class Row {
        int times;
        long nanos;
        long granted;
        long busy;
        long failed;
        long lost;
        long committed;
        long failedCommits;
        long violations;
    }

    private final Map<String, Row> rows = new TreeMap<>();
    private final FaultTimes faults;

    private Tally(Histories histories) {
        faults = FaultTimes.of(histories);
        row(NO_FAULT).nanos = histories.end() - histories.begin();
        for (Span span : histories.faults()) {
            Row row = row(span.name());
            row.times++;
            long nanos = Math.min(span.end(), histories.end()) - span.begin();
            row.nanos += nanos;
            row(NO_FAULT).nanos -= nanos;
        }
    }

    static Tally of(Histories histories, List<Violation> violations) {
        Tally tally = new Tally(histories);
        histories
                .requests()
                .forEach(request -> tally.at(request.asked(), row -> {
                    if (request.isGranted()) {
                        row.granted++;
                    } else if (request.isBusy()) {
                        row.busy++;
                    } else {
                        row.failed++;
                    }
                }));
        histories.grants().stream()
                .filter(grant -> grant.lost() != Moments.NEVER)
                .forEach(grant -> tally.at(grant.lost(), row -> row.lost++));
        histories
                .transactions()
                .forEach(transaction -> tally.at(transaction.began(), row -> {
                    if (transaction.isCommitted()) {
                        row.committed++;
                    } else {
                        row.failedCommits++;
                    }
                }));
        violations.forEach(violation -> tally.at(violation.at(), row -> row.violations++));
        return tally;
    }

    private Row row(String name) {
        return rows.computeIfAbsent(name, unused -> new Row());
    }

    private void at(long moment, Consumer<Row> count) {
        count.accept(row(nameAt(moment)));
    }

    /** The fault at that moment. */
    String nameAt(long moment) {
        return faults.at(moment).map(Span::name).orElse(NO_FAULT);
    }

    /** The head and a row for each kind. */
    Grid grid() {
        List<List<String>> cells = new ArrayList<>();
        rows.forEach((name, row) -> cells.add(List.of(
                name,
                row.times == 0 ? "" : Integer.toString(row.times),
                Numbers.of(Math.round(row.nanos / 1e9)),
                Numbers.of(row.granted),
                Numbers.of(row.busy),
                Numbers.of(row.failed),
                Numbers.of(row.lost),
                Numbers.of(row.committed),
                Numbers.of(row.failedCommits),
                Numbers.of(row.violations))));
        return new Grid(
                List.of(
                        "fault",
                        "times",
                        "seconds",
                        "granted",
                        "busy",
                        "failed",
                        "lost",
                        "committed",
                        "not committed",
                        "violations"),
                cells,
                1);
    }
}
