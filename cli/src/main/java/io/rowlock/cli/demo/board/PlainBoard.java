package io.rowlock.cli.demo.board;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** A round as plain lines: one each second while something is sold, one for each event, and one at the end. */
final class PlainBoard implements Board {
    private static final Duration EVERY = Duration.ofSeconds(1);

    private final PrintStream out;
    private Duration nextLine = EVERY;
    private int eventsShown;
    private int soldShown;

    PlainBoard(PrintStream out) {
        this.out = out;
    }

    @Override
    public void begin(Tally tally) {
        nextLine = EVERY;
        eventsShown = 0;
        soldShown = 0;
        out.println();
        out.println(Words.heading(tally.round()));
        out.println("  " + Words.plot(tally.round()));
    }

    @Override
    public void show(Tally tally) {
        showEvents(tally.events());
        if (tally.elapsed().compareTo(nextLine) >= 0) {
            nextLine = tally.elapsed().plus(EVERY);
            showProgress(tally);
        }
    }

    @Override
    public void end(Tally tally) {
        showEvents(tally.events());
        String each = tally.desks().stream()
                .map(desk -> desk.clerk().name() + " " + desk.sold())
                .collect(Collectors.joining(", "));
        out.println("  " + Words.at(tally.elapsed(), Words.shelf(tally) + " (" + each + ")"));
    }

    private void showProgress(Tally tally) {
        if (tally.sold() > soldShown) {
            soldShown = tally.sold();
            out.println("  " + Words.at(tally.elapsed(), Words.shelf(tally)));
        }
    }

    private void showEvents(List<String> events) {
        events.stream().skip(eventsShown).forEach(event -> out.println("  " + event));
        eventsShown = events.size();
    }
}
