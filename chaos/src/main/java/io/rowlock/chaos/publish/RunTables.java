package io.rowlock.chaos.publish;

import io.rowlock.chaos.report.Grid;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;

/** The tables of the documents, made from the kept reports and from nothing else. */
final class RunTables {
    private static final String ROWLOCK = "rowlock";

    private static final String NO_PEERS = "No report of such a run is kept at present.\n";

    private RunTables() {}

    /** The runs of Rowlock, with the sums for each database. */
    static String runs(List<KeptReport> reports) {
        List<List<String>> rows = new ArrayList<>();
        Map<String, List<KeptReport>> byDatabase = new LinkedHashMap<>();
        reports.stream()
                .filter(report -> report.client().equals(ROWLOCK))
                .forEach(report -> byDatabase
                        .computeIfAbsent(report.database(), unused -> new ArrayList<>())
                        .add(report));
        byDatabase.values().forEach(ofOne -> ofOne.forEach(report -> rows.add(row(report))));
        byDatabase.forEach((database, ofOne) -> rows.add(sum(database, ofOne)));
        return new Grid(
                        List.of(
                                "database",
                                "command",
                                "commit, date",
                                "take-over after `kill -9`: median / longest",
                                "acquisitions",
                                "kinds of fault",
                                "lost",
                                "guard races",
                                "cuts at a byte",
                                "violations"),
                        rows,
                        4)
                .markdown();
    }

    private static List<String> row(KeptReport report) {
        return List.of(
                report.database(),
                "`" + report.command() + "`",
                report.commit() + ", " + report.date(),
                report.takeOver(),
                number(report.acquisitions()),
                kinds(report),
                number(report.lost()),
                number(report.guardRaces()),
                number(report.cuts()),
                link(report));
    }

    private static List<String> sum(String database, List<KeptReport> reports) {
        return List.of(
                "**" + database + ", all**",
                "",
                "",
                "",
                sum(reports, KeptReport::acquisitions),
                "",
                sum(reports, KeptReport::lost),
                sum(reports, KeptReport::guardRaces),
                sum(reports, KeptReport::cuts),
                sum(reports, KeptReport::violations));
    }

    private static String sum(List<KeptReport> reports, ToLongFunction<KeptReport> of) {
        return "**" + number(reports.stream().mapToLong(of).sum()) + "**";
    }

    /** The runs of other libraries, or that none is kept. */
    static String peers(List<KeptReport> reports) {
        List<List<String>> rows = reports.stream()
                .filter(report -> !report.client().equals(ROWLOCK))
                .map(report -> List.of(
                        report.client(),
                        report.database(),
                        "`" + report.command() + "`",
                        report.commit() + ", " + report.date(),
                        report.broken(),
                        number(report.acquisitions()),
                        kinds(report),
                        link(report)))
                .toList();
        if (rows.isEmpty()) {
            return NO_PEERS;
        }
        return new Grid(
                        List.of(
                                "library",
                                "database",
                                "command",
                                "commit, date",
                                "broken",
                                "acquisitions",
                                "kinds of fault",
                                "violations"),
                        rows,
                        5)
                .markdown();
    }

    private static String kinds(KeptReport report) {
        return number(report.kinds()) + (report.skipped().isEmpty() ? "" : "; skipped: " + report.skipped());
    }

    private static String link(KeptReport report) {
        return "[%s](reliability/%s)".formatted(number(report.violations()), report.file());
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
