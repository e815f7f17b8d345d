package io.rowlock.cli.demo.board;

import io.rowlock.cli.output.Style;
import io.rowlock.cli.output.Terminal;
import java.io.PrintStream;

/** Where a person watches a round. */
public interface Board {

    /** A board that suits the terminal: drawn over where a person watches, line after line where none does. */
    static Board on(PrintStream out, Terminal terminal) {
        return terminal.live() ? new LiveBoard(out, new Style(terminal.colours())) : new PlainBoard(out);
    }

    /** A round begins. */
    void begin(Tally tally);

    /** Something has changed, or time has passed. */
    void show(Tally tally);

    /** The round has ended; this stays to be read. */
    void end(Tally tally);
}
