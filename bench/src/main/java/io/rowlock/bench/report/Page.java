package io.rowlock.bench.report;

import io.rowlock.bench.result.Panel;
import io.rowlock.bench.result.Results;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A Markdown page whose figures come from a run, never from a keyboard. Between {@code <!-- figures: NAME -->} and {@code
 * <!-- end -->} stands what was generated: {@code run}, {@code unfavourable}, or a scenario's tables and
 * plots.
 */
public final class Page {
    private static final Pattern PART =
            Pattern.compile("(<!-- figures: (\\S+) -->\n).*?(<!-- end -->)", Pattern.DOTALL);

    private final Results results;
    private final Facts facts;

    public Page(Results results, Facts facts) {
        this.results = results;
        this.facts = facts;
    }

    /** The page with all its parts made again. */
    public String filled(String page) {
        return PART.matcher(page).replaceAll(part -> Matcher.quoteReplacement(filled(part)));
    }

    private String filled(MatchResult part) {
        return part.group(1) + "\n" + content(part.group(2)) + "\n" + part.group(3);
    }

    private String content(String name) {
        return switch (name) {
            case "run" -> facts.markdown();
            case "unfavourable" -> Unfavourable.of(results);
            default -> scenario(name);
        };
    }

    private String scenario(String name) {
        String panels = results.panels().stream()
                .filter(panel -> panel.scenario().equals(name))
                .map(this::panel)
                .collect(Collectors.joining("\n"));
        return panels.isEmpty() ? "Not measured in this run.\n" : panels;
    }

    private String panel(Panel panel) {
        return "![%s](benchmarks/%s)\n\n%s"
                .formatted(
                        Plot.title(panel),
                        Plot.fileName(panel),
                        PanelTable.of(results, panel).markdown());
    }
}
