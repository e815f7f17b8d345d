package io.rowlock.chaos.report;

import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.history.Facts;
import io.rowlock.chaos.plan.FaultKind;
import io.rowlock.chaos.timeline.Moments;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** The result of a run, as one page that needs nothing else: no script, no picture, no network. */
public final class Page {
    private static final int MOST_DRAWN = 3;

    private static final Map<String, String> UNITS =
            Map.of("lease", " ms", "grace", " ms", "call-timeout", " ms", "seconds", " s");

    private final Verdict verdict;
    private final Tally tally;
    private final Map<Violation, String> anchors = new HashMap<>();

    private Page(Verdict verdict) {
        this.verdict = verdict;
        this.tally = Tally.of(verdict.histories(), verdict.violations());
        for (Violation violation : verdict.violations()) {
            anchors.putIfAbsent(violation, "v" + (anchors.size() + 1));
        }
    }

    public static String of(Verdict verdict) {
        return new Page(verdict).html();
    }

    private String html() {
        Facts facts = verdict.histories().facts();
        String title = "Chaos: " + facts.text("client") + " on " + facts.text("engine");
        return """
                <!DOCTYPE html>
                <html lang="en"><head><meta charset="utf-8"><title>%1$s</title><style>
                %2$s</style></head><body>
                <h1>%1$s</h1>
                %3$s
                <p>%4$s.<br>%7$s%5$s.<br>%6$s.</p>
                """.formatted(
                                Html.escaped(title),
                                style(),
                                headline(),
                                Html.escaped(TextReport.summary(verdict)),
                                Html.escaped(sentence(TextReport.takeOvers(verdict))),
                                Html.escaped("Commit " + facts.source().commit() + ", tree "
                                        + facts.source().tree()),
                                goals())
                + broken()
                + counts()
                + locks()
                + "<h2 id=\"terms\">Terms</h2>\n"
                + Terms.all()
                + "<h2>The run</h2>\n"
                + facts()
                + "</body></html>\n";
    }

    private String goals() {
        return verdict.goals().stream()
                .map(goal -> Html.escaped(goal) + ".<br>")
                .collect(Collectors.joining());
    }

    private static String sentence(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    private static String style() {
        try (InputStream file = Page.class.getResourceAsStream("page.css")) {
            return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String counts() {
        return """
                <h2>The faults, and what happened during each</h2>
                <p class="note">Workers ask for locks all the time. Each request and each transaction is counted in the row of the fault
                during which it began. The terms are explained <a href="#terms">below</a>.</p>
                """
                + tally.grid().html()
                + failures()
                + "<h3>The faults of this run</h3>\n"
                + Terms.faults(verdict.histories());
    }

    private String failures() {
        Failures requests = Failures.ofRequests(verdict.histories());
        Failures transactions = Failures.ofTransactions(verdict.histories());
        if (requests.isEmpty() && transactions.isEmpty()) {
            return "";
        }
        return "<h3>Why requests failed and transactions did not commit</h3>\n"
                + (requests.isEmpty() ? "" : requests.grid(Failures.REQUESTS).html())
                + (transactions.isEmpty()
                        ? ""
                        : transactions.grid(Failures.TRANSACTIONS).html())
                + Terms.list(requests.columns());
    }

    private String locks() {
        return """
                <h2>The locks, one line each</h2>
                <p class="note">Time runs from left to right. A bar is a time in which a process believed that it held the lock, in the colour of the
                process. Two bars of one line never overlap, unless a promise was broken.</p>
                """ + Terms.overview(verdict) + Overview.of(verdict, anchors);
    }

    private String headline() {
        int count = verdict.violations().size();
        return verdict.isClean()
                ? "<h2 class=\"clean\">0 violations</h2>"
                : "<h2 class=\"broken\">%s violation%s</h2>".formatted(Numbers.of(count), count == 1 ? "" : "s");
    }

    private String broken() {
        if (verdict.isClean()) {
            return "";
        }
        StringBuilder html = new StringBuilder(Terms.CLOSE_UPS);
        TextReport.byRule(verdict.violations()).forEach((rule, violations) -> html.append(broken(rule, violations)));
        return html.toString();
    }

    private String broken(Rule rule, List<Violation> violations) {
        String drawn = violations.stream().limit(MOST_DRAWN).map(this::drawn).collect(Collectors.joining());
        String more = violations.size() <= MOST_DRAWN
                ? ""
                : "<p>… and %s more.</p>".formatted(Numbers.of(violations.size() - MOST_DRAWN));
        return "<h3>Broken: %s (promise %s)</h3>\n<p class=\"note\">%s</p>\n%s%s"
                .formatted(Html.escaped(rule.title()), rule.promise(), Html.escaped(rule.explanation()), drawn, more);
    }

    private String drawn(Violation violation) {
        String when = violation.at() == 0
                ? "At the end"
                : "At %s, %swhile %s"
                        .formatted(
                                Moments.moment(
                                        violation.at() - verdict.histories().begin()),
                                violation.lock().isEmpty() ? "" : violation.lock() + ", ",
                                circumstances(violation));
        return "<div class=\"violation\" id=\"%s\"><b>%s.</b> %s.\n%s</div>\n"
                .formatted(
                        anchors.get(violation),
                        Html.escaped(when),
                        Html.escaped(violation.words()),
                        violation.lock().isEmpty() ? "" : CloseUp.of(verdict.histories(), violation));
    }

    private String circumstances(Violation violation) {
        String fault = tally.nameAt(violation.at());
        return fault.equals(Tally.NO_FAULT)
                ? "nothing was broken"
                : FaultKind.named(fault).words() + " (" + fault + ")";
    }

    private String facts() {
        Facts facts = verdict.histories().facts();
        return facts.names().stream()
                .filter(name -> !facts.text(name).isEmpty())
                .map(name -> "<dt>%s</dt><dd>%s</dd>"
                        .formatted(Html.escaped(name), Html.escaped(facts.text(name) + UNITS.getOrDefault(name, ""))))
                .collect(Collectors.joining("\n", "<dl>", "</dl>\n"));
    }
}
