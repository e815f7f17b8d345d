package io.rowlock.cli.admin;

import io.rowlock.LockStatus;
import io.rowlock.cli.output.Style;
import io.rowlock.cli.output.Window;
import java.util.ArrayList;
import java.util.List;

/**
 * Locks as lines for people.
 *
 * @param locks which
 * @param countsWaiters whether the numbers of waiters are known
 * @param style the colours
 */
record Listing(List<LockStatus> locks, boolean countsWaiters, Style style) {
    /** Totals, heading, the line that tells of the rest, and that of the cursor. */
    private static final int BESIDE_LOCKS = 4;

    /** A heading and a line for each lock, no wider than the window. */
    List<String> table(Window window) {
        List<String> lines =
                new ArrayList<>(Statuses.table(locks, countsWaiters, style).lines(window.columns()));
        lines.set(0, style.title(lines.get(0)));
        return lines;
    }

    /** Totals and as many locks as fit the window, with a line that tells how many do not. */
    List<String> screen(Window window) {
        int room = Math.max(1, window.lines() - BESIDE_LOCKS);
        boolean fits = locks.size() <= room + 1;
        List<String> lines = new ArrayList<>();
        lines.add(totals());
        Listing shown = fits ? this : new Listing(locks.subList(0, room), countsWaiters, style);
        lines.addAll(shown.table(window));
        if (!fits) {
            lines.add(
                    style.quiet(
                            "\u2026 " + (locks.size() - room)
                                    + " more; --sort chooses which come first, a pattern, --state, --owner and --waiting which are shown"));
        }
        return lines;
    }

    String totals() {
        return style.quiet(Totals.of(locks, countsWaiters));
    }
}
