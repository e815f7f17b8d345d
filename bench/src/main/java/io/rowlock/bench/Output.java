package io.rowlock.bench;

import io.rowlock.bench.plot.Plot;
import io.rowlock.bench.report.Facts;
import io.rowlock.bench.report.Page;
import io.rowlock.bench.report.TextReport;
import io.rowlock.bench.result.Csv;
import io.rowlock.bench.result.Measurement;
import io.rowlock.bench.result.Metric.View;
import io.rowlock.bench.result.Panel;
import io.rowlock.bench.result.Results;
import io.rowlock.bench.scenario.Goals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A run, as files.
 *
 * @param results its figures
 * @param facts what they depend on
 */
record Output(Results results, Facts facts) {
    private static final String FIGURES = "results.csv";
    private static final String FACTS = "run.txt";

    /** Reads the results that {@link #writeTo} wrote, in one run or several. */
    static Output readFrom(List<Path> directories) throws IOException {
        List<Measurement> measurements = new ArrayList<>();
        Facts facts = new Facts(Map.of());
        for (Path directory : directories) {
            measurements.addAll(Csv.read(directory.resolve(FIGURES)).measurements());
            facts = facts.and(Facts.read(directory.resolve(FACTS)));
        }
        return new Output(new Results(measurements), facts);
    }

    String text() {
        return TextReport.of(results, facts);
    }

    /** Kept out of the report: they say more to those who work on Rowlock than to those who choose a lock. */
    String goals() {
        return TextReport.goals(results, Goals.all());
    }

    void writeTo(Path directory) throws IOException {
        Files.createDirectories(directory);
        Csv.write(results, directory.resolve(FIGURES));
        facts.write(directory.resolve(FACTS));
        Files.writeString(directory.resolve("report.txt"), text());
        writePlots(directory);
    }

    /** Puts figures, plots and tables into the documentation; what an earlier run left there goes. */
    void writeDocumentation(Path docs) throws IOException {
        Path directory = docs.resolve("benchmarks");
        Files.createDirectories(directory);
        try (Stream<Path> old = Files.list(directory)) {
            for (Path file : old.toList()) {
                Files.delete(file);
            }
        }
        Csv.write(results, directory.resolve(FIGURES));
        facts.write(directory.resolve(FACTS));
        writePlots(directory);
        Path page = docs.resolve("benchmarks.md");
        Files.writeString(page, page().filled(Files.readString(page)));
    }

    Page page() {
        return new Page(results, facts);
    }

    private void writePlots(Path directory) throws IOException {
        List<Panel> plotted = results.panels().stream()
                .filter(panel -> panel.metric().view() == View.PLOT)
                .toList();
        for (Panel panel : plotted) {
            Files.writeString(directory.resolve(Plot.fileName(panel)), Plot.of(results, panel));
        }
    }
}
