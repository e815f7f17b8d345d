package io.rowlock.chaos.report;

import io.rowlock.chaos.check.liveness.TakeOvers;
import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.history.Facts;
import io.rowlock.chaos.timeline.Moments;
import io.rowlock.engines.machine.Source;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The result of a run, for a terminal. */
public final class TextReport {
    private static final int MOST_SHOWN = 3;

    private TextReport() {}

    public static String of(Verdict verdict) {
        StringBuilder text = new StringBuilder(header(verdict.histories().facts()));
        text.append(Tally.of(verdict.histories(), verdict.violations()).grid().text())
                .append('\n');
        text.append(failures(verdict));
        text.append("  ").append(summary(verdict)).append('\n');
        verdict.goals().forEach(goal -> text.append("  ").append(goal).append('\n'));
        text.append("  ").append(takeOvers(verdict)).append("\n");
        String skipped = verdict.histories().facts().text("skipped");
        text.append(skipped.isEmpty() ? "\n" : "  skipped " + skipped + "\n\n");
        text.append(violations(verdict));
        return text.toString();
    }

    private static String header(Facts facts) {
        Source source = facts.source();
        return "  %s on %s %s%n  %s, seed %s, %s s, %s%n  commit %s%n  tree %s%n%n"
                .formatted(
                        facts.text("client"),
                        facts.text("engine"),
                        facts.text("server"),
                        facts.text("command"),
                        facts.text("seed"),
                        facts.text("seconds"),
                        facts.text("date"),
                        source.commit(),
                        source.tree());
    }

    private static String failures(Verdict verdict) {
        Failures requests = Failures.ofRequests(verdict.histories());
        Failures transactions = Failures.ofTransactions(verdict.histories());
        StringBuilder text = new StringBuilder();
        if (!requests.isEmpty()) {
            text.append(requests.grid(Failures.REQUESTS).text()).append('\n');
        }
        if (!transactions.isEmpty()) {
            text.append(transactions.grid(Failures.TRANSACTIONS).text()).append('\n');
        }
        return text.isEmpty()
                ? ""
                : text.append(requests.columns().entrySet().stream()
                                .map(column -> "  %s: %s%n".formatted(column.getKey(), column.getValue()))
                                .collect(Collectors.joining()))
                        .append('\n')
                        .toString();
    }

    static String summary(Verdict verdict) {
        return "%s acquisitions over %d kinds of fault, %s lost, %s guard races, %s connections cut at a byte"
                .formatted(
                        Numbers.of(verdict.acquisitions()),
                        verdict.faultKinds(),
                        Numbers.of(verdict.losses()),
                        Numbers.of(verdict.guardRaces()),
                        Numbers.of(verdict.histories().cuts()));
    }

    static String takeOvers(Verdict verdict) {
        TakeOvers times = verdict.takeOvers();
        String missed = times.missed() == 0 ? "" : "; in %d more the waiters gave up first".formatted(times.missed());
        return timed(times) + missed;
    }

    private static String timed(TakeOvers times) {
        return times.count() == 0
                ? "no take-over after kill -9 could be timed"
                : "take-over after kill -9, %d timed: median %s, longest %s"
                        .formatted(
                                times.count(), Moments.span(times.percentile(50)), Moments.span(times.percentile(100)));
    }

    private static String violations(Verdict verdict) {
        if (verdict.isClean()) {
            return "  0 violations\n";
        }
        StringBuilder text = new StringBuilder();
        byRule(verdict.violations()).forEach((rule, broken) -> {
            text.append(
                    "  BROKEN: %s (%s), %s times%n".formatted(rule.title(), rule.promise(), Numbers.of(broken.size())));
            text.append("    ").append(rule.explanation()).append('\n');
            broken.stream()
                    .limit(MOST_SHOWN)
                    .forEach(violation -> text.append("    at ")
                            .append(Moments.moment(
                                    violation.at() - verdict.histories().begin()))
                            .append(violation.lock().isEmpty() ? "" : ", " + violation.lock())
                            .append(": ")
                            .append(violation.words())
                            .append('\n'));
        });
        int count = verdict.violations().size();
        return text + "%n  %s violation%s%n".formatted(Numbers.of(count), count == 1 ? "" : "s");
    }

    static Map<Rule, List<Violation>> byRule(List<Violation> violations) {
        Map<Rule, List<Violation>> sorted = new EnumMap<>(Rule.class);
        violations.forEach(violation -> sorted.computeIfAbsent(violation.rule(), rule -> new ArrayList<>())
                .add(violation));
        return sorted;
    }
}
