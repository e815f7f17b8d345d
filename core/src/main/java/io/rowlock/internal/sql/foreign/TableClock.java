package io.rowlock.internal.sql.foreign;

import io.rowlock.table.TableTime;
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
 * decides at the very moment. An expiry beyond a change of the clocks gets the greater of both offsets: where they are set
 * forward, the one that will hold then; where they are set back, the one that holds now, because until the change the table's
 * time is as far ahead of the expiry as the clocks will be set back. Such a lock is over later, but never sooner than was
 * asked for. No zone tables of the server are needed; many have none.
 *
 * <p>A table on the database's own local time names no zone, so its expiries are what they are: where clocks are set forward,
 * they are reached too soon by as much.
 *
 * @param utc the database's time in UTC
 * @param now the same, as the table writes it
 * @param until {@code :lease} milliseconds later, as the table writes it
 * @param prolonged {@code :by} milliseconds after what stands in <code>{expiry}</code>, as the table writes both
 * @param over whether what stands in <code>{expiry}</code> is over, judged as the nodes of old do, by a clock that is behind the
 *     database's by the skew
 * @param past an expiry that is over from this moment on, and that the column keeps as it is
 */
record TableClock(String utc, String now, String until, String prolonged, String over, String past) {
    private static final int TRANSITIONS = 8;
    private static final String LEASE = ":lease";
    private static final String EXPIRY = "{expiry}";
    private static final String BY = ":by";

    static TableClock of(TableSql sql, TableTime time, Instant databaseTime, TableRounding rounding) {
        String utc = sql.utc();
        if (time.zone().isEmpty()) {
            return new TableClock(
                    utc,
                    sql.local(),
                    sql.plus(sql.local(), LEASE),
                    sql.plus(EXPIRY, BY),
                    rounding.over(sql, EXPIRY, sql.local(rounding.judged())),
                    rounding.past(sql, sql.local(rounding.released())));
        }
        Shift shift = Shift.of(sql, time.zone().get(), databaseTime);
        return new TableClock(
                utc,
                shift.of(utc),
                shift.from(utc, sql.plus(utc, LEASE)),
                shift.beyondGaps(EXPIRY, BY),
                rounding.over(sql, EXPIRY, shift.of(sql.utc(rounding.judged()))),
                rounding.past(sql, shift.of(sql.utc(rounding.released()))));
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

        /** A time, as the zone shows it. */
        String of(String time) {
            return from(time, time);
        }

        /** The end of a span of time, as the zone shows it, and no earlier than it shows any moment of the span. */
        String from(String start, String end) {
            if (changes.isEmpty()) {
                return firstMillis == 0 ? end : sql.plus(end, String.valueOf(firstMillis));
            }
            StringBuilder choice = new StringBuilder("CASE");
            changes.forEach(change -> choice.append(" WHEN ")
                    .append(change.isOverlap() ? start : end)
                    .append(" < ")
                    .append(sql.literal(LocalDateTime.ofInstant(change.getInstant(), ZoneOffset.UTC)))
                    .append(" THEN ")
                    .append(millis(change.getOffsetBefore())));
            ZoneOffset last = changes.get(changes.size() - 1).getOffsetAfter();
            return sql.plus(
                    end,
                    choice.append(" ELSE ").append(millis(last)).append(" END").toString());
        }

        /** A time that the zone shows, and so many milliseconds, and what the zone skips in between. */
        String beyondGaps(String shown, String millis) {
            String later = sql.plus(shown, millis);
            StringBuilder skipped = new StringBuilder();
            changes.stream().filter(ZoneOffsetTransition::isGap).forEach(gap -> {
                String brink = sql.literal(gap.getDateTimeBefore());
                skipped.append(" WHEN %s < %s AND %s >= %s THEN %d"
                        .formatted(shown, brink, later, brink, gap.getDuration().toMillis()));
            });
            return skipped.isEmpty() ? later : sql.plus(later, "CASE" + skipped + " ELSE 0 END");
        }
    }
}
