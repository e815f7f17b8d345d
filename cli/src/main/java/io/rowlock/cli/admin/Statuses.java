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
import java.util.stream.Stream;

/** Locks as people and scripts read them. Spans are counted on the database's clock. */
final class Statuses {

    private Statuses() {}

    /** A table with a heading, a line for each lock. */
    static List<String> table(List<LockStatus> locks, Style style) {
        Table table = new Table(5).row("NAME", "STATE", "OWNER", "SINCE", "UNTIL", "RENEWALS", "WAITERS", "TOKEN");
        locks.forEach(lock -> table.row(
                lock.key().toString(),
                lock.state().name().toLowerCase(Locale.ROOT),
                Text.printable(lock.owner()),
                ago(lock.since(), lock.asOf()),
                until(lock),
                Long.toString(lock.renewals()),
                Integer.toString(lock.waiters()),
                Long.toString(lock.token())));
        List<String> lines = table.lines();
        return Stream.concat(
                        Stream.of(style.title(lines.get(0).stripTrailing())),
                        lines.stream().skip(1).map(String::stripTrailing))
                .toList();
    }

    /** One lock, a line for each thing that is known of it. */
    static List<String> card(LockStatus lock) {
        Table table = new Table(2)
                .row("name", lock.key().toString())
                .row("state", lock.state().name().toLowerCase(Locale.ROOT))
                .row(lock.state() == LockStatus.State.FREE ? "last owner" : "owner", Text.printable(lock.owner()))
                .row("since", seconds(lock.since()) + "  (" + ago(lock.since(), lock.asOf()) + ")")
                .row(
                        lock.state() == LockStatus.State.FREE ? "freed" : "until",
                        seconds(lock.until()) + "  (" + until(lock) + ")")
                .row("renewals", Long.toString(lock.renewals()))
                .row("waiters", Integer.toString(lock.waiters()))
                .row("token", Long.toString(lock.token()))
                .row("grants", Long.toString(lock.grants()))
                .row("as of", seconds(lock.asOf()) + "  (by the database's clock)");
        return table.lines().stream().map(String::stripTrailing).toList();
    }

    /** The same for scripts. */
    static Map<String, Object> json(LockStatus lock) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", lock.name());
        members.put("slot", lock.key().slot());
        members.put("state", lock.state().name());
        members.put("owner", lock.owner());
        members.put("token", lock.token());
        members.put("since", lock.since());
        members.put("until", lock.until());
        members.put("renewals", lock.renewals());
        members.put("grants", lock.grants());
        members.put("waiters", lock.waiters());
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
