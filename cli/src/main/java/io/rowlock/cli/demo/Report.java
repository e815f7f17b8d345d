package io.rowlock.cli.demo;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** What the demo leaves on the screen: a table, the takeover, and one sentence that says what was shown. */
final class Report {
    private static final String NONE = "-";

    private final PrintStream out;
    private final Style style;

    Report(PrintStream out, Style style) {
        this.out = out;
        this.style = style;
    }

    void print(Outcome outcome) {
        out.println();
        printTable(outcome.results());
        out.println();
        out.println(takeover(outcome.takeover()));
        out.println();
        boolean good = outcome.oversoldUnderLock() == 0;
        out.println(good ? style.good(shown(outcome)) : style.bad(broken(outcome)));
    }

    private void printTable(List<Result> results) {
        Table table = new Table().row("", "sold", "oversold", "locks/s", "median wait", "longest wait");
        results.forEach(result -> table.row(row(result)));
        List<String> lines = table.lines();
        out.println(style.title(lines.get(0)));
        lines.stream().skip(1).forEach(out::println);
    }

    private static String[] row(Result result) {
        boolean waited = !result.waits().isEmpty();
        return new String[] {
            result.round().number() + "  " + result.round().title(),
            result.sold() + " of " + result.round().stock(),
            Integer.toString(result.oversold()),
            waited ? String.format(Locale.ROOT, "%.0f", result.locksPerSecond()) : NONE,
            waited ? Words.time(result.medianWait()) : NONE,
            waited ? Words.time(result.longestWait()) : NONE
        };
    }

    private static String takeover(Takeover takeover) {
        return """
                Takeover: %s after %s was killed, %s had the lock.
                  A dead holder's lock is free within lease + grace (%s + %s) of its last renewal;
                  alive, it had held the lock for %s, by %d renewals.""".formatted(
                        Words.time(takeover.after()),
                        takeover.victim(),
                        takeover.heir(),
                        Words.setting(takeover.life().lease()),
                        Words.setting(takeover.life().grace()),
                        Words.time(takeover.life().held()),
                        takeover.life().renewals());
    }

    private static String shown(Outcome outcome) {
        return "Shown: " + withoutLock(outcome.oversoldWithoutLock())
                + "; under Rowlock every oar was sold once, and a killed process stopped the shop for "
                + Words.time(outcome.takeover().after()) + ".";
    }

    private static String withoutLock(int oversold) {
        return oversold > 0
                ? "without a lock " + oversold + " oars were sold that nobody had"
                : "without a lock all went well this time, by luck";
    }

    private static String broken(Outcome outcome) {
        return "FAILED: " + outcome.oversoldUnderLock() + " sales under the lock do not agree with the shelf.";
    }
}
