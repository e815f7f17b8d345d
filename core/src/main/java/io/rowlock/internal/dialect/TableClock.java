package io.rowlock.internal.dialect;

import io.rowlock.classic.LockTable.Time;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;

/**
 * The time of a table that others have designed, as expressions: the database's clock, shown in the zone that its nodes
 * write.
 *
 * <p>A zone whose offset changes is written out as a choice between the offsets of the coming years, so that the database
 * decides at the very moment, and an expiry beyond a change of the clocks gets the offset that will hold then. No zone
 * tables of the server are needed; many have none.
 *
 * @param utc the database's time in UTC
 * @param now the same, as the table writes it
 * @param until {@code :lease} milliseconds later, as the table writes it
 */
record TableClock(String utc, String now, String until) {
    private static final int TRANSITIONS = 8;
    private static final String LEASE = ":lease";

    static TableClock of(TableSql sql, Time time, Instant databaseTime) {
        String utc = sql.utc();
        if (time.zone().isEmpty()) {
            return new TableClock(utc, sql.local(), sql.plus(sql.local(), LEASE));
        }
        Shift shift = Shift.of(sql, time.zone().get(), databaseTime);
        return new TableClock(utc, shift.of(utc), shift.of(sql.plus(utc, LEASE)));
    }

    /** How a zone's time is made from UTC. */
    private record Shift(TableSql sql, long firstMillis, List<ZoneOffsetTransition> changes) {

        static Shift of(TableSql sql, ZoneId zone, Instant from) {
            List<ZoneOffsetTransition> changes = new ArrayList<>();
            ZoneOffsetTransition next = zone.getRules().nextTransition(from);
            while (next != null && changes.size() < TRANSITIONS) {
                changes.add(next);
                next = zone.getRules().nextTransition(next.getInstant());
            }
            return new Shift(sql, millis(zone.getRules().getOffset(from)), changes);
        }

        private static long millis(ZoneOffset offset) {
            return Duration.ofSeconds(offset.getTotalSeconds()).toMillis();
        }

        String of(String time) {
            if (changes.isEmpty()) {
                return firstMillis == 0 ? time : sql.plus(time, String.valueOf(firstMillis));
            }
            StringBuilder choice = new StringBuilder("CASE");
            changes.forEach(change -> choice.append(" WHEN ")
                    .append(time)
                    .append(" < ")
                    .append(sql.literal(LocalDateTime.ofInstant(change.getInstant(), ZoneOffset.UTC)))
                    .append(" THEN ")
                    .append(millis(change.getOffsetBefore())));
            ZoneOffset last = changes.get(changes.size() - 1).getOffsetAfter();
            return sql.plus(
                    time,
                    choice.append(" ELSE ").append(millis(last)).append(" END").toString());
        }
    }
}
