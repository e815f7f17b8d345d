package io.rowlock.bench.report;

import static io.rowlock.bench.contestant.Contestant.ROWLOCK;

import io.rowlock.bench.contestant.Contestant;
import io.rowlock.bench.label.Numbers;
import io.rowlock.bench.label.Order;
import io.rowlock.bench.result.Key;
import io.rowlock.bench.result.Metric.View;
import io.rowlock.bench.result.Panel;
import io.rowlock.bench.result.Results;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Everything in which another lock was better than Rowlock. The contestants that lock nothing are left out, and Rowlock's own options. */
final class Unfavourable {
    private static final Set<String> NO_PEERS = Arrays.stream(Contestant.values())
            .filter(contestant -> !contestant.isLibrary())
            .map(Contestant::label)
            .collect(Collectors.toSet());

    private Unfavourable() {}

    static String of(Results results) {
        if (results.measurements().isEmpty()) {
            return "Nothing was measured yet.\n";
        }
        List<String> lines = results.panels().stream()
                .flatMap(panel -> lines(results, panel))
                .toList();
        return lines.isEmpty() ? "None in this run.\n" : lines.stream().collect(Collectors.joining("\n", "", "\n"));
    }

    private static Stream<String> lines(Results results, Panel panel) {
        return results.amounts(panel).stream()
                .flatMap(amount -> Order.of(results.contestants(panel)).stream()
                        .filter(contestant -> !NO_PEERS.contains(contestant))
                        .map(contestant -> panel.key(contestant, amount))
                        .flatMap(key -> line(results, key).stream()));
    }

    private static Optional<String> line(Results results, Key key) {
        Optional<Double> ours = results.median(key.of(ROWLOCK.label()));
        Optional<Double> theirs = results.median(key);
        boolean better = ours.isPresent() && theirs.isPresent() && key.metric().advantage(ours.get(), theirs.get()) < 1;
        if (!better) {
            return Optional.empty(); // Nothing against nothing is not better either.
        }
        return Optional.of("- %s, %s, %s%s: %s %s %s, Rowlock %s."
                .formatted(
                        key.scenario(),
                        key.engine(),
                        Numbers.plain((double) key.amount()),
                        key.metric().view() == View.BESIDE ? ", " + key.metric().title() : "",
                        key.contestant(),
                        Numbers.plain(theirs.get()),
                        key.metric().unit(),
                        Numbers.plain(ours.get())));
    }
}
