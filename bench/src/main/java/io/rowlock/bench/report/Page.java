package io.rowlock.bench.report;

import io.rowlock.bench.label.Titles;
import io.rowlock.bench.plot.Plot;
import io.rowlock.bench.result.Metric.View;
import io.rowlock.bench.result.Panel;
import io.rowlock.bench.result.Results;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
            default -> scenarios(name);
        };
    }

    /** Several scenarios stand in one part if their names are separated by commas. */
    private String scenarios(String names) {
        List<String> chosen = List.of(names.split(","));
        String panels = results.panels().stream()
                .filter(panel ->
                        chosen.contains(panel.scenario()) && panel.metric().view() != View.BESIDE)
                .map(this::panel)
                .collect(Collectors.joining("\n"));
        return panels.isEmpty() ? "Not measured in this run.\n" : panels;
    }

    private String panel(Panel panel) {
        Stream<String> tables = Stream.concat(
                        Stream.of(PanelTable.of(results, panel)), BesideTable.of(results, panel).stream())
                .map(Table::markdown);
        return head(panel) + tables.collect(Collectors.joining("\n"));
    }

    private static String head(Panel panel) {
        return panel.metric().view() == View.PLOT
                ? "![%s](benchmarks/%s)\n\n".formatted(Titles.of(panel), Plot.fileName(panel))
                : "%s\n\n".formatted(Titles.of(panel));
    }
}
