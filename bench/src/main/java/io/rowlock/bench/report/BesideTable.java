package io.rowlock.bench.report;

import io.rowlock.bench.label.Numbers;
import io.rowlock.bench.label.Order;
import io.rowlock.bench.label.Titles;
import io.rowlock.bench.result.Metric.View;
import io.rowlock.bench.result.Panel;
import io.rowlock.bench.result.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A panel's medians, and beside them those of the metrics that explain it: a table for each amount. */
final class BesideTable {
    private static final String NONE = "–";

    private BesideTable() {}

    /** None if nothing was measured beside it. */
    static List<Table> of(Results results, Panel panel) {
        List<Panel> columns = columns(results, panel);
        return columns.size() < 2
                ? List.of()
                : results.amounts(panel).stream()
                        .map(amount -> at(results, columns, amount))
                        .toList();
    }

    /** The panel itself comes first. */
    private static List<Panel> columns(Results results, Panel panel) {
        Stream<Panel> beside = results.panels().stream()
                .filter(other -> other.metric().view() == View.BESIDE)
                .filter(other -> other.equals(new Panel(panel.scenario(), panel.engine(), other.metric())));
        return Stream.concat(Stream.of(panel), beside).toList();
    }

    private static Table at(Results results, List<Panel> columns, long amount) {
        Panel first = columns.get(0);
        List<String> head = new ArrayList<>(List.of(Titles.amounts(first) + ": " + Numbers.plain((double) amount)));
        columns.forEach(column -> head.add(column.equals(first) ? first.metric().unit() : Titles.of(column.metric())));
        List<List<String>> rows = Order.of(results.contestants(first)).stream()
                .filter(contestant ->
                        results.median(first.key(contestant, amount)).isPresent())
                .map(contestant -> row(results, columns, contestant, amount))
                .toList();
        return Table.ofNumbers(head, rows);
    }

    private static List<String> row(Results results, List<Panel> columns, String contestant, long amount) {
        Stream<String> medians = columns.stream()
                .map(column -> results.median(column.key(contestant, amount))
                        .map(Numbers::plain)
                        .orElse(NONE));
        return Stream.concat(Stream.of(contestant), medians).toList();
    }
}
