package io.rowlock.internal.jdbc;

import io.rowlock.Finding;
import io.rowlock.internal.store.LockRow;
import io.rowlock.internal.store.LockRows;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Tells that the database's clock was set back: there are grants that were made later than now. */
final class ClockSetBack {

    /** Small steps do no harm; clocks are corrected by less all the time. */
    private static final Duration TOLERANCE = Duration.ofSeconds(1);

    private ClockSetBack() {}

    static List<Finding> findings(LockRows found) {
        long latest =
                found.rows().stream().mapToLong(ClockSetBack::acquired).max().orElse(0);
        Duration ahead = Duration.of(latest - found.now(), TimeUnit.MICROSECONDS.toChronoUnit());
        return latest == 0 || ahead.compareTo(TOLERANCE) < 0
                ? List.of()
                : List.of(
                        Finding.warning(
                                "L1",
                                "the database's clock was set back, by " + ahead.toSeconds()
                                        + " s at least: a lock was granted later than now, and locks that were held then or have a"
                                        + " keep-for stay taken for longer by as much",
                                "let a time service slew the clock instead of stepping it; a dead holder's lock can be revoked"));
    }

    private static long acquired(LockRow row) {
        return row.times().acquired();
    }
}
