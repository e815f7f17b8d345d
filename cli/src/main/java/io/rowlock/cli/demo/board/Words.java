package io.rowlock.cli.demo.board;

import java.time.Duration;
import java.util.Locale;

/** How the demo puts things. */
public final class Words {

    private Words() {}

    static String heading(Round round) {
        return "Round " + round.number() + " of " + Round.values().length + ": " + title(round);
    }

    public static String title(Round round) {
        return switch (round) {
            case UNLOCKED -> "without a lock";
            case LOCKED -> "under Rowlock";
            case KILLED -> "with a process killed";
        };
    }

    /** The description of a round. */
    static String plot(Round round) {
        return switch (round) {
            case UNLOCKED -> "Each sale is a transaction: read what is left, think a few ms, write one less.";
            case LOCKED -> "The same sales, each under rowlock.lock(\"stock\", \"" + round.item() + "\").";
            case KILLED -> "A process is killed while it holds the lock, and nobody tells the others.";
        };
    }

    static String at(Duration elapsed, String event) {
        return String.format(Locale.ROOT, "%5.1f s  %s", elapsed.toNanos() / 1e9, event);
    }

    public static String shelf(Tally tally) {
        String sold = "sold " + tally.sold() + " of " + tally.round().stock() + ", left " + tally.left();
        return tally.oversold() > 0 ? sold + ", oversold " + tally.oversold() : sold;
    }

    /** A time in the unit that suits it, in three figures or so. */
    public static String time(Duration time) {
        double millis = time.toNanos() / 1e6;
        if (millis >= 1000) {
            return String.format(Locale.ROOT, "%.2f s", millis / 1e3);
        }
        return String.format(Locale.ROOT, millis < 10 ? "%.1f ms" : "%.0f ms", millis);
    }

    /** A time that was chosen, not measured: without figures that say nothing. */
    public static String setting(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }
}
