package io.rowlock.internal.dispatch;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Which round trips may be in flight at once: one, which gathers larger batches; two of whatever is queued, which wait less; or one
 * for each kind of operation, so that releases do not wait until acquires are on disk, and each statement is a simple one. The best
 * depends on network, disk and processors, so it is measured: the best is used most of the time, and the others in turn for a short
 * period now and then. While nothing queues there is nothing to measure, and no request is delayed.
 *
 * <p>Used under the lock of the {@link StoreExecutor}.
 */
final class InFlightLimit {
    /** Which round trips may be in flight at once. */
    enum Mode {
        ONE(1),
        TWO(2),
        /** One for each kind of operation. */
        BY_KIND(2);

        private final int limit;

        Mode(int limit) {
            this.limit = limit;
        }

        /** How many may be in flight at most. */
        int limit() {
            return limit;
        }
    }

    private static final List<Mode> MODES = List.of(Mode.values());
    private static final long PERIOD = Duration.ofMillis(20).toNanos();
    private static final int MIN_ROUND_TRIPS = 16;

    /** A period that lasted so long had pauses in it, and tells nothing. */
    private static final long GAP = Duration.ofMillis(500).toNanos();

    private static final long STALL = Duration.ofMillis(100).toNanos();

    /** So many periods pass before another mode is tried again. */
    private static final int PERIODS_BETWEEN_TRIALS = 12;

    /** At least this time passes before another mode is tried again. */
    private static final long BETWEEN_TRIALS = Duration.ofSeconds(1).toNanos();

    /**
     * One at a time may be slower by this factor: it costs the database half as many commits, and between two transactions
     * the database can clean up dead row versions.
     */
    private static final double TOLERANCE = 1.05;

    /** A period in which the disk or the machine stalled counts at most so many times the known average. */
    private static final double MAX_OUTLIER = 2;

    /** The weight of a new period against the earlier ones. */
    private static final double WEIGHT = 0.25;

    /** The average time of an operation in each mode that was tried. */
    private final Map<Mode, Double> averages = new EnumMap<>(Mode.class);

    private Mode mode = Mode.TWO;
    private Mode tried = Mode.TWO;
    private int periods;
    private long triedAt;
    private long periodStart;
    private int roundTrips;
    private int served;
    private long spent;
    private long lastEnded;

    InFlightLimit(long now) {
        lastEnded = now;
        triedAt = now;
        startPeriod(now);
    }

    /** Which round trips may be in flight. */
    Mode mode() {
        return mode;
    }

    /** Whether no round trip has ended for so long that waiting for one is pointless. */
    boolean isStalled(long now) {
        return isHanging(lastEnded, now);
    }

    /** Whether a round trip has lasted for so long that waiting for it is pointless. */
    static boolean isHanging(long since, long now) {
        return now - since > STALL;
    }

    /**
     * A round trip has ended.
     *
     * @param operations how many operations it served
     * @param waited the sum of their times from queue to answer
     */
    void ended(int operations, long waited, long now) {
        lastEnded = now;
        roundTrips++;
        served += operations;
        spent += waited;
        long lasted = now - periodStart;
        if (lasted >= GAP || (lasted >= PERIOD && served == roundTrips)) {
            reset(now);
        } else if (lasted >= PERIOD && roundTrips >= MIN_ROUND_TRIPS) {
            learn((double) spent / served, now);
            startPeriod(now);
        }
    }

    private void learn(double average, long now) {
        averages.merge(
                mode, average, (known, seen) -> WEIGHT * Math.min(seen, MAX_OUTLIER * known) + (1 - WEIGHT) * known);
        Mode best = best();
        periods++;
        if (isUntried(next(best)) || (periods >= PERIODS_BETWEEN_TRIALS && now - triedAt >= BETWEEN_TRIALS)) {
            periods = 0;
            triedAt = now;
            tried = next(best);
            mode = tried;
        } else {
            mode = best;
        }
    }

    private Mode best() {
        Mode two = average(Mode.BY_KIND) < average(Mode.TWO) ? Mode.BY_KIND : Mode.TWO;
        return average(Mode.ONE) < TOLERANCE * average(two) ? Mode.ONE : two;
    }

    /** The mode to be tried next, which is not the best: one that was never tried, or the one after that tried last. */
    private Mode next(Mode best) {
        for (Mode each : MODES) {
            if (isUntried(each)) {
                return each;
            }
        }
        Mode next = after(tried);
        return next == best ? after(next) : next;
    }

    private static Mode after(Mode mode) {
        return MODES.get((MODES.indexOf(mode) + 1) % MODES.size());
    }

    private double average(Mode mode) {
        return averages.getOrDefault(mode, Double.MAX_VALUE);
    }

    private boolean isUntried(Mode mode) {
        return !averages.containsKey(mode);
    }

    /** Delays no request until another mode has proved better once more. */
    void reset(long now) {
        mode = Mode.TWO;
        averages.remove(Mode.ONE);
        averages.remove(Mode.BY_KIND);
        startPeriod(now);
    }

    private void startPeriod(long now) {
        periodStart = now;
        roundTrips = 0;
        served = 0;
        spent = 0;
    }
}
