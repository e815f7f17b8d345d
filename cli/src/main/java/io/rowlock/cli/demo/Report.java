package io.rowlock.cli.demo;

import io.rowlock.cli.demo.board.Round;
import io.rowlock.cli.demo.board.Words;
import io.rowlock.cli.output.Style;
import io.rowlock.cli.output.Table;
import java.io.PrintStream;
import java.util.List;

/** The demo's report: a table, the takeover, and one sentence that says what was shown. */
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
        boolean good = outcome.oversoldUnderLock() == 0;
        out.println(good ? style.good(shown(outcome)) : style.bad(broken(outcome)));
    }

    private void printTable(List<Result> results) {
        Table table = new Table(1).row("", "sold", "oversold", "locks/s", "median wait", "max wait");
        results.forEach(result -> table.row(row(result)));
        List<String> lines = table.lines();
        out.println(style.title(lines.get(0)));
        lines.stream().skip(1).forEach(out::println);
    }

    private static String[] row(Result result) {
        Round round = result.round();
        return new String[] {
            round.number() + "  " + Words.title(round),
            result.sold() + " of " + round.stock(),
            Integer.toString(result.oversold()),
            round == Round.LOCKED ? Long.toString(Math.round(result.locksPerSecond())) : NONE,
            round.isLocked() ? Words.time(result.medianWait()) : NONE,
            round.isLocked() ? Words.time(result.longestWait()) : NONE
        };
    }

    private static String takeover(Takeover takeover) {
        return """
                Takeover: %s had the lock %s after %s was killed with it.
                The promise is lease + grace, %s + %s, from its last renewal (it had made %d).
                """.formatted(
                        takeover.heir(),
                        Words.time(takeover.after()),
                        takeover.victim(),
                        Words.setting(takeover.life().lease()),
                        Words.setting(takeover.life().grace()),
                        takeover.life().renewals());
    }

    private static String shown(Outcome outcome) {
        return """
                %s
                Under Rowlock no item was sold twice, and a killed process cost the shop %s.""".formatted(
                        withoutLock(outcome.oversoldWithoutLock()),
                        Words.time(outcome.takeover().after()));
    }

    private static String withoutLock(int oversold) {
        return oversold > 0
                ? "Without a lock " + oversold + " items were sold that the shop did not have."
                : "Without a lock all went well this time, by luck.";
    }

    private static String broken(Outcome outcome) {
        return "FAILED: " + outcome.oversoldUnderLock() + " sales under the lock do not agree with the shelf.";
    }
}
