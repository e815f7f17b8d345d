package io.rowlock.bench.report;

import io.rowlock.bench.contestant.Contestant;
import io.rowlock.bench.label.Numbers;
import io.rowlock.bench.label.Order;
import io.rowlock.bench.label.Titles;
import io.rowlock.bench.result.Key;
import io.rowlock.bench.result.Panel;
import io.rowlock.bench.result.Results;
import io.rowlock.bench.result.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A panel as a table: for each contestant and amount the median, the quartiles, and the ratio to Rowlock's median. */
final class PanelTable {
    private static final String NONE = "–";
    private static final int LEAST_FOR_QUARTILES = 3;

    private PanelTable() {}

    /** For a page: a row for each contestant, the amounts beside each other. */
    static Table of(Results results, Panel panel) {
        List<Long> amounts = results.amounts(panel);
        List<String> head = new ArrayList<>(List.of(Titles.amounts(panel)));
        for (long amount : amounts) {
            head.addAll(columns(results, panel, Numbers.plain((double) amount)));
        }
        List<List<String>> rows = Order.of(results.contestants(panel)).stream()
                .map(contestant -> row(results, panel, contestant, amounts))
                .toList();
        return Table.ofNumbers(head, rows);
    }

    /** For a terminal, which is narrow: a table for each amount. */
    static String text(Results results, Panel panel) {
        return results.amounts(panel).stream()
                .map(amount -> at(results, panel, amount).text())
                .collect(Collectors.joining("\n"));
    }

    private static Table at(Results results, Panel panel, long amount) {
        List<List<String>> rows = Order.of(results.contestants(panel)).stream()
                .filter(contestant ->
                        results.summary(panel.key(contestant, amount)).isPresent())
                .map(contestant -> row(results, panel, contestant, List.of(amount)))
                .toList();
        String subject = Titles.amounts(panel) + ": " + Numbers.plain((double) amount);
        return Table.ofNumbers(
                Stream.concat(Stream.of(subject), columns(results, panel, "median").stream())
                        .toList(),
                rows);
    }

    /** Where Rowlock has no figure, none is compared with it. */
    private static boolean isCompared(Results results, Panel panel) {
        return results.contestants(panel).contains(Contestant.ROWLOCK.label());
    }

    private static List<String> columns(Results results, Panel panel, String median) {
        return isCompared(results, panel)
                ? List.of(median, "quartiles", panel.metric().ratio())
                : List.of(median, "quartiles");
    }

    private static List<String> row(Results results, Panel panel, String contestant, List<Long> amounts) {
        int width = isCompared(results, panel) ? 3 : 2;
        return Stream.concat(
                        Stream.of(contestant),
                        amounts.stream()
                                .flatMap(amount -> cells(results, panel.key(contestant, amount)).stream()
                                        .limit(width)))
                .toList();
    }

    private static List<String> cells(Results results, Key key) {
        return results.summary(key)
                .map(summary -> List.of(
                        Numbers.plain(summary.median()),
                        quartiles(summary),
                        ratio(results, key, summary).orElse(NONE)))
                .orElse(List.of(NONE, NONE, NONE));
    }

    /** Of fewer values than this they say nothing. */
    private static String quartiles(Summary summary) {
        return summary.count() < LEAST_FOR_QUARTILES
                ? NONE
                : Numbers.plain(summary.lower()) + "–" + Numbers.plain(summary.upper());
    }

    private static Optional<String> ratio(Results results, Key key, Summary theirs) {
        if (key.contestant().equals(Contestant.ROWLOCK.label())) {
            return Optional.empty();
        }
        return results.median(key.of(Contestant.ROWLOCK.label()))
                .map(ours -> key.metric().advantage(ours, theirs.median()))
                .map(Numbers::times);
    }
}
