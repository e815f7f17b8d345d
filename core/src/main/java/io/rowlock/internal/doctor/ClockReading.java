package io.rowlock.internal.doctor;

import io.rowlock.Finding;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The database's time, and between which moments of this process it was read. Only what these bounds make certain counts,
 * so that a slow answer is never taken for a wrong clock.
 *
 * @param before this process's monotonic clock before the question, in nanoseconds
 * @param after the same after the answer
 * @param micros the database's time, in microseconds
 */
record ClockReading(long before, long after, long micros) {

    /** The promises allow rates to differ by one in so many. */
    private static final long TOLERATED_RATE = 100;

    /** The grace and the margin swallow a step of that size many times over. */
    private static final long TOLERATED_STEP = TimeUnit.MILLISECONDS.toNanos(100);

    /** How much further the database's clock has surely come since, in nanoseconds; negative if it fell behind. */
    private long gainUntil(ClockReading later) {
        long told = TimeUnit.MICROSECONDS.toNanos(later.micros - micros);
        long least = later.before - after;
        long most = later.after - before;
        return told > most ? told - most : Math.min(0, told - least);
    }

    /** Finds a step, if one interval shows most of the difference; else a wrong rate, if there is much of one. */
    static List<Finding> compare(List<ClockReading> readings) {
        ClockReading last = readings.get(readings.size() - 1);
        long gain = readings.get(0).gainUntil(last);
        long elapsed = last.after - readings.get(0).before;
        long step = largestGain(readings);
        if (Math.abs(step) > Math.abs(gain) / 2) {
            return Math.abs(step) > TOLERATED_STEP ? List.of(stepped(step)) : List.of();
        }
        return Math.abs(gain) > elapsed / TOLERATED_RATE ? List.of(drifts(gain, elapsed)) : List.of();
    }

    private static long largestGain(List<ClockReading> readings) {
        long largest = 0;
        for (int i = 1; i < readings.size(); i++) {
            long gain = readings.get(i - 1).gainUntil(readings.get(i));
            largest = Math.abs(gain) > Math.abs(largest) ? gain : largest;
        }
        return largest;
    }

    private static Finding stepped(long step) {
        String size = TimeUnit.NANOSECONDS.toMillis(Math.abs(step)) + " ms while it was watched, against the monotonic"
                + " clock of this process";
        String remedy = "let the time service slew the clock of the database's machine, and step it at boot only";
        return step > 0
                ? Finding.warning(
                        "S2", "the database's clock went forward by " + size + ", so leases ended early", remedy)
                : Finding.warning(
                        "L1", "the database's clock went back by " + size + ", so leases last longer", remedy);
    }

    private static Finding drifts(long gain, long elapsed) {
        return Finding.warning(
                gain > 0 ? "S2" : "L1",
                "the database's clock runs about " + Math.abs(gain) * 100 / elapsed + " % "
                        + (gain > 0 ? "faster" : "slower")
                        + " than the monotonic clock of this process, and 1 % is what"
                        + " the promises allow",
                "see to the clock sources and the time service of both machines, virtual ones first");
    }
}
