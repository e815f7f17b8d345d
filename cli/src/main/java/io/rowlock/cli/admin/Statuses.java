package io.rowlock.cli.admin;

import io.rowlock.LockStatus;
import io.rowlock.cli.output.Style;
import io.rowlock.cli.output.Table;
import io.rowlock.cli.text.Spans;
import io.rowlock.cli.text.Text;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Locks as people and scripts read them. Spans are counted on the database's clock; a number that nobody knows is {@code -}. */
final class Statuses {

    private static final int NAME = 0;
    private static final int STATE = 1;
    private static final int OWNER = 2;
    private static final int LEAST_NAME = 16;
    private static final int LEAST_OWNER = 12;
    private static final String UNKNOWN = "-";

    private Statuses() {}

    /** A table with a heading, a line for each lock. */
    static Table table(List<LockStatus> locks, boolean countsWaiters, Style style) {
        Table table = new Table(5).row("NAME", "STATE", "OWNER", "SINCE", "UNTIL", "RENEWALS", "WAITERS", "TOKEN");
        locks.forEach(lock -> table.row(
                Text.printable(lock.key().toString()),
                word(lock.state()),
                Text.printable(lock.owner()),
                ago(lock.since(), lock.asOf()),
                until(lock),
                Long.toString(lock.renewals()),
                waiters(lock, countsWaiters),
                Long.toString(lock.token())));
        return table.shrinking(NAME, LEAST_NAME)
                .shrinking(OWNER, LEAST_OWNER)
                .painted(
                        STATE,
                        (row, cell) -> row == 0
                                ? cell
                                : paint(style, locks.get(row - 1).state(), cell));
    }

    /** One lock, a line for each thing that is known of it. */
    static List<String> card(LockStatus lock, boolean countsWaiters, Style style) {
        boolean free = lock.state() == LockStatus.State.FREE;
        return new Table(2)
                .row("name", Text.printable(lock.key().toString()))
                .row("state", paint(style, lock.state(), word(lock.state())))
                .row(free ? "last owner" : "owner", Text.printable(lock.owner()))
                .row("since", seconds(lock.since()) + "  (" + ago(lock.since(), lock.asOf()) + ")")
                .row(free ? "freed" : "until", seconds(lock.until()) + "  (" + until(lock) + ")")
                .row("renewals", Long.toString(lock.renewals()))
                .row("waiters", waiters(lock, countsWaiters))
                .row("token", Long.toString(lock.token()))
                .row("grants", Long.toString(lock.grants()))
                .row("as of", seconds(lock.asOf()) + "  (by the database's clock)")
                .lines();
    }

    /** The word for a state, in messages and options. */
    static String word(LockStatus.State state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    private static String waiters(LockStatus lock, boolean counted) {
        return counted ? Integer.toString(lock.waiters()) : UNKNOWN;
    }

    private static String paint(Style style, LockStatus.State state, String text) {
        return switch (state) {
            case HELD -> style.good(text);
            case KEPT -> style.calm(text);
            case EXPIRED -> style.notable(text);
            case REVOKED -> style.bad(text);
            case FREE -> style.quiet(text);
        };
    }

    /** The same for scripts. */
    static Map<String, @Nullable Object> json(LockStatus lock, boolean countsWaiters) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("name", lock.name());
        members.put("slot", lock.key().slot());
        members.put("state", lock.state().name());
        members.put("owner", lock.owner());
        members.put("token", lock.token());
        members.put("since", lock.since());
        members.put("until", lock.until());
        members.put("renewals", lock.renewals());
        members.put("grants", lock.grants());
        members.put("waiters", countsWaiters ? lock.waiters() : null);
        members.put("asOf", lock.asOf());
        return members;
    }

    private static String until(LockStatus lock) {
        Duration left = Duration.between(lock.asOf(), lock.until());
        return left.isNegative() || left.isZero() ? ago(lock.until(), lock.asOf()) : "in " + Spans.show(left);
    }

    private static String ago(Instant then, Instant now) {
        Duration passed = Duration.between(then, now);
        return passed.isNegative() ? "in " + Spans.show(passed.negated()) : Spans.show(passed) + " ago";
    }

    static Instant seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS);
    }
}
