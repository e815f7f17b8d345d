package io.rowlock.internal.sql.foreign;

import io.rowlock.table.TableTime;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.temporal.ChronoField;

/**
 * How the times of a table that others have designed are rounded. Each rule errs to the side of a lock's holder:
 *
 * <ol>
 *   <li>An expiry is rounded up to what the column keeps, whether the column would round or cut.
 *   <li>A release is rounded down to that, so that the lock is free at once.
 *   <li>An expiry is over only when the old code takes it for over: its clock may have fewer digits than the column, and it may
 *       want to be past the expiry, not only at it.
 * </ol>
 *
 * <p>Clocks are cut to whole seconds, milliseconds or microseconds; whatever lies between counts as the coarser of two.
 *
 * @param kept how many digits of a second the column keeps
 * @param judged how many digits of the clock an expiry is compared with: 0, 3 or 6
 * @param equalIsOver whether an expiry is over at its very moment
 * @param skew how far the clocks of others may run behind
 */
record TableRounding(int kept, int judged, boolean equalIsOver, Duration skew) {
    private static final int MICROS = 6;
    private static final int MILLIS = 3;

    /**
     * The rounding of a table.
     *
     * @param time what the table's description says
     * @param columnKeeps how many digits its column really keeps
     */
    static TableRounding of(TableTime time, int columnKeeps) {
        int kept = Math.min(columnKeeps, time.fraction().orElse(columnKeeps));
        int judged = coarse(time.comparison().fraction().orElse(kept));
        return new TableRounding(kept, judged, time.comparison().equalIsOver(), time.skew());
    }

    private static int coarse(int digits) {
        return digits >= MICROS ? MICROS : digits >= MILLIS ? MILLIS : 0;
    }

    /** How many digits a release writes: the column keeps them all, and a comparison sees them. */
    int released() {
        return Math.min(judged, coarse(kept));
    }

    /** Whether an expiry is over by a clock that was cut already. */
    String over(TableSql sql, String expiry, String clock) {
        long skewed = skewMillis();
        String behind = skewed == 0 ? clock : sql.plus(clock, String.valueOf(-skewed));
        return expiry + (equalIsOver ? " <= " : " < ") + behind;
    }

    /** An expiry that is over by a clock that was cut already, for others and, in spite of the skew, for us. */
    String past(TableSql sql, String clock) {
        long unit = Math.max(1, unitMicros(released()) / 1_000);
        long back = ceiling(skewMillis(), unit) + (equalIsOver ? 0 : unit);
        return back == 0 ? clock : sql.plus(clock, String.valueOf(-back));
    }

    /** The skew in whole units of the clock: cutting and subtracting would otherwise not come to the same in either order. */
    private long skewMillis() {
        return ceiling(skew.plusNanos(999_999).toMillis(), Math.max(1, unitMicros(judged) / 1_000));
    }

    /** For how many microseconds after its expiry a lock is still not taken over. */
    long delayMicros(LocalDateTime expiry) {
        long unit = unitMicros(judged);
        long begun = expiry.get(ChronoField.MICRO_OF_SECOND) % unit;
        long delay = equalIsOver ? (unit - begun) % unit : unit - begun;
        return delay + skewMillis() * 1_000;
    }

    /** The addition to a lease: the most that the column may take off. */
    long paddingMillis() {
        return kept >= MICROS ? 0 : Math.max(1, unitMicros(kept) / 1_000);
    }

    /** How far an expiry that stands in the column is moved, so that nothing of it is lost. */
    long prolongedMillis(long millis) {
        return ceiling(millis, Math.max(1, unitMicros(kept) / 1_000));
    }

    private static long ceiling(long value, long unit) {
        return -Math.floorDiv(-value, unit) * unit;
    }

    private static long unitMicros(int digits) {
        long unit = 1_000_000;
        for (int digit = 0; digit < digits; digit++) {
            unit /= 10;
        }
        return unit;
    }
}
