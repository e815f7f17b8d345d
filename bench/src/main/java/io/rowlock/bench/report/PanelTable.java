package io.rowlock.bench.report;

import io.rowlock.bench.contestant.Contestant;
import io.rowlock.bench.result.Key;
import io.rowlock.bench.result.Panel;
import io.rowlock.bench.result.Results;
import io.rowlock.bench.result.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A panel as a table: a row for each contestant, and for each amount its median, its quartiles, and Rowlock's lead. */
final class PanelTable {
    private static final String NONE = "–";
    private static final int LEAST_FOR_QUARTILES = 3;

    private PanelTable() {}

    static Table of(Results results, Panel panel) {
        List<Long> amounts = results.amounts(panel);
        List<String> head = new ArrayList<>(List.of(Plot.amounts(panel)));
        amounts.forEach(amount -> head.addAll(List.of(Numbers.plain(amount), "quartiles", "lead")));
        List<List<String>> rows = Order.of(results.contestants(panel)).stream()
                .map(contestant -> row(results, panel, contestant, amounts))
                .toList();
        return Table.ofNumbers(head, rows);
    }

    private static List<String> row(Results results, Panel panel, String contestant, List<Long> amounts) {
        List<String> cells = new ArrayList<>(List.of(contestant));
        amounts.forEach(amount -> cells.addAll(cells(results, panel.key(contestant, amount))));
        return cells;
    }

    private static List<String> cells(Results results, Key key) {
        return results.summary(key)
                .map(summary -> List.of(
                        Numbers.plain(summary.median()),
                        quartiles(summary),
                        lead(results, key, summary).orElse(NONE)))
                .orElse(List.of(NONE, NONE, NONE));
    }

    /** Of fewer values than this they say nothing. */
    private static String quartiles(Summary summary) {
        return summary.count() < LEAST_FOR_QUARTILES
                ? NONE
                : Numbers.plain(summary.lower()) + "–" + Numbers.plain(summary.upper());
    }

    private static Optional<String> lead(Results results, Key key, Summary theirs) {
        if (key.contestant().equals(Contestant.ROWLOCK.label())) {
            return Optional.empty();
        }
        return results.median(key.of(Contestant.ROWLOCK.label()))
                .map(ours -> key.metric().advantage(ours, theirs.median()))
                .map(Numbers::times);
    }
}
