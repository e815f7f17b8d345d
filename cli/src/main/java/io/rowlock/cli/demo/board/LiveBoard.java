package io.rowlock.cli.demo.board;

import io.rowlock.cli.output.Style;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A round as a small board that is drawn over and over in the same place: a line per clerk, one for the shelf. */
final class LiveBoard implements Board {
    private static final Duration EVERY = Duration.ofMillis(60);
    private static final int BAR = 40;

    /** Lines longer than the terminal is wide are cut off while a frame is drawn: wrapped, they would not be counted. */
    private static final String NO_WRAP = "\u001b[?7l";

    private static final String WRAP = "\u001b[?7h";
    private static final String CLEAR_LINE = "\u001b[2K";

    private final PrintStream out;
    private final Style style;
    private Duration nextFrame = Duration.ZERO;
    private int drawn;

    LiveBoard(PrintStream out, Style style) {
        this.out = out;
        this.style = style;
    }

    @Override
    public void begin(Tally tally) {
        nextFrame = Duration.ZERO;
        drawn = 0;
        out.println();
        out.println(style.title(Words.heading(tally.round())));
        out.println("  " + Words.plot(tally.round()));
        show(tally);
    }

    @Override
    public void show(Tally tally) {
        if (tally.elapsed().compareTo(nextFrame) >= 0) {
            nextFrame = tally.elapsed().plus(EVERY);
            draw(frame(tally));
        }
    }

    @Override
    public void end(Tally tally) {
        draw(frame(tally));
    }

    private List<String> frame(Tally tally) {
        Stream<String> desks = tally.desks().stream().map(desk -> line(desk, tally.round()));
        String shelf = "  " + Words.at(tally.elapsed(), coloured(tally));
        Stream<String> events = tally.events().stream().map(event -> "  " + event);
        return Stream.of(desks, events, Stream.of(shelf))
                .flatMap(lines -> lines)
                .toList();
    }

    private String line(Tally.Desk desk, Round round) {
        int full = Math.min(BAR, desk.sold() * BAR / round.stock());
        return "  %s  %s%s %3d sold  %s"
                .formatted(
                        desk.clerk(),
                        "#".repeat(full),
                        style.quiet(".".repeat(BAR - full)),
                        desk.sold(),
                        desk.remark().isEmpty()
                                ? style.quiet("pid " + desk.clerk().pid())
                                : style.bad(desk.remark()));
    }

    private String coloured(Tally tally) {
        return tally.oversold() > 0 ? style.bad(Words.shelf(tally)) : Words.shelf(tally);
    }

    /** One write for a whole frame, so that it never shows half drawn. */
    private void draw(List<String> lines) {
        String up = drawn == 0 ? "" : "\u001b[" + drawn + "A";
        String text = lines.stream().map(line -> CLEAR_LINE + line + "\n").collect(Collectors.joining());
        out.print(NO_WRAP + up + text + WRAP);
        out.flush();
        drawn = lines.size();
    }
}
