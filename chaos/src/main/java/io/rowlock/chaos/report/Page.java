package io.rowlock.chaos.report;

import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.history.Facts;
import io.rowlock.chaos.history.Source;
import io.rowlock.chaos.plan.FaultKind;
import io.rowlock.chaos.timeline.Moments;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The result of a run, as one page that needs nothing else: no script, no picture, no network. */
public final class Page {
    private static final int MOST_DRAWN = 3;

    private static final String STYLE = """
            body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 1240px; padding: 0 1em; color: #222; }
            h1 { margin-bottom: 0; } h2 { margin-top: 2em; border-bottom: 1px solid #ccc; } h3 { margin-bottom: .2em; }
            .clean { color: #187a34; } .broken { color: #b3170f; }
            .note { color: #555; max-width: 56em; }
            .violation { border-left: 4px solid #b3170f; padding: .2em 1em; margin: 1em 0; background: #fdf6f5; }
            table { border-collapse: collapse; font-size: 13px; } th, td { padding: 2px 10px; text-align: right; }
            th:first-child, td:first-child { text-align: left; } tr:nth-child(even) td { background: #f5f5f5; }
            th { border-bottom: 1px solid #999; font-weight: 600; }
            svg { display: block; background: #fff; } svg text { font: 11px system-ui, sans-serif; fill: #333; }
            dl { display: grid; grid-template-columns: max-content auto; gap: 0 1em; } dt { color: #777; } dd { margin: 0; }
            .key { display: inline-block; width: 22px; height: 10px; margin: 0 4px 0 14px; vertical-align: middle; }
            """;

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
                <html lang="en"><head><meta charset="utf-8"><title>%1$s</title><style>%2$s</style></head><body>
                <h1>%1$s</h1>
                %3$s
                <p>%4$s.<br>%5$s.<br>%11$s.</p>
                %6$s
                <h2>What was broken, and what happened meanwhile</h2>
                <p class="note">Workers ask for locks all the time; here each request and each transaction is counted under what was
                broken when it began. Lost: the holder was told in time that its lock is gone. Not committed: refused by a guard or a
                fence, or failed with the connection.</p>
                %7$s
                <h2>The locks, one line each</h2>
                <p class="note">From left to right the time of the run. A bar is a process that believed it held the lock, each process in
                its own colour; at no moment may two bars of one line overlap. Grey bands: something was broken.%8$s</p>
                %9$s
                <h2>The run</h2>
                %10$s
                </body></html>
                """.formatted(
                        Html.escaped(title),
                        STYLE,
                        headline(),
                        Html.escaped(TextReport.summary(verdict)),
                        Html.escaped(TextReport.takeOvers(verdict)),
                        broken(),
                        tally.grid().html(),
                        verdict.isClean() ? "" : " Red marks lead to the violations.",
                        Overview.of(verdict, anchors),
                        facts(),
                        Html.escaped("commit " + Source.of(facts).commit() + ", tree "
                                + Source.of(facts).tree()));
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
        StringBuilder html = new StringBuilder(legend());
        TextReport.byRule(verdict.violations()).forEach((rule, violations) -> html.append(broken(rule, violations)));
        return html.toString();
    }

    private static String legend() {
        return """
                <p class="note">Each drawing shows one lock for a short while: a line for each process, time from left to right.
                <span class="key" style="background:#bbb"></span>asks and waits
                <span class="key" style="background:#3b6fb5"></span>believes that it holds the lock
                <span class="key" style="background:#3b6fb5;opacity:.3"></span>no longer believes, but the database still keeps it
                <span class="key" style="background:#111;height:4px"></span>transaction under the lock that was committed
                <span class="key" style="background:#999;height:4px"></span>one that was not
                <span class="key" style="background:#e9e4d0"></span>process stopped
                <span class="key" style="background:#b3170f;width:3px"></span>the moment of the violation</p>
                """;
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
                : "At %s, %s, while %s"
                        .formatted(
                                Moments.moment(
                                        violation.at() - verdict.histories().begin()),
                                violation.lock(),
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
        return fault.equals(Tally.CALM)
                ? "nothing was broken"
                : FaultKind.named(fault).words() + " (" + fault + ")";
    }

    private String facts() {
        Facts facts = verdict.histories().facts();
        return facts.names().stream()
                .filter(name -> !facts.text(name).isEmpty())
                .map(name -> "<dt>%s</dt><dd>%s</dd>".formatted(Html.escaped(name), Html.escaped(facts.text(name))))
                .collect(Collectors.joining("\n", "<dl>", "</dl>"));
    }
}
