package io.rowlock.internal.dispatch;

import java.time.Duration;

/**
 * How many round trips may be in flight at once: one, which gathers larger batches, or two, which wait less. The better
 * number depends on network, disk and processors, so it is measured: the better of the two is used most of the time, and
 * the other for a short period now and then. While nothing queues there is nothing to measure, and no request is delayed.
 *
 * <p>Used under the lock of the {@link StoreExecutor}.
 */
final class InFlightLimit {
    private static final int ONE = 1;
    private static final int TWO = 2;
    private static final long PERIOD = Duration.ofMillis(20).toNanos();
    private static final int MIN_ROUND_TRIPS = 16;

    /** A period that lasted so long had pauses in it, and tells nothing. */
    private static final long GAP = Duration.ofMillis(500).toNanos();

    private static final long STALL = Duration.ofMillis(100).toNanos();

    /** So many periods pass before the other number is tried again. */
    private static final int PERIODS_BETWEEN_TRIALS = 12;

    /** At least this time passes before the other number is tried again. */
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

    /** The average time of an operation, by the number of round trips in flight; 0 if never tried. */
    private final double[] averages = new double[TWO + 1];

    private int limit = TWO;
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

    /** How many round trips may be in flight. */
    int limit() {
        return limit;
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
        double known = averages[limit];
        averages[limit] = known == 0 ? average : WEIGHT * Math.min(average, MAX_OUTLIER * known) + (1 - WEIGHT) * known;
        int best = averages[ONE] != 0 && averages[ONE] < TOLERANCE * averages[TWO] ? ONE : TWO;
        periods++;
        if (averages[ONE] == 0 || (periods >= PERIODS_BETWEEN_TRIALS && now - triedAt >= BETWEEN_TRIALS)) {
            periods = 0;
            triedAt = now;
            limit = ONE + TWO - best;
        } else {
            limit = best;
        }
    }

    /** Delays no request until one at a time has proved better once more. */
    void reset(long now) {
        limit = TWO;
        averages[ONE] = 0;
        startPeriod(now);
    }

    private void startPeriod(long now) {
        periodStart = now;
        roundTrips = 0;
        served = 0;
        spent = 0;
    }
}
