package io.rowlock.internal.dispatch;

import java.time.Duration;

/**
 * Finds out how many trips at once serve callers soonest: one, which waits for the last and so gathers more, or two, which wait
 * less. That depends on how long the network, the disk and the processors take, so it is tried: most of the time goes to the
 * better of the two, and now and then a short while to the other. While nothing queues there is nothing to find out, and nobody
 * is held back.
 *
 * <p>Used under the lock of the {@link StoreExecutor}.
 */
final class InFlightLimit {
    private static final int ONE = 1;
    private static final int TWO = 2;
    private static final long PERIOD = Duration.ofMillis(20).toNanos();
    private static final int LEAST_TRIPS = 16;

    /** A period that lasted so long had pauses in it, and tells nothing. */
    private static final long GAP = Duration.ofMillis(500).toNanos();

    private static final long STALL = Duration.ofMillis(100).toNanos();

    /** Between trials of the other number lie so many periods, */
    private static final int PERIODS_BETWEEN = 12;

    /** and as much time. */
    private static final long BETWEEN = Duration.ofSeconds(1).toNanos();

    /**
     * What one at a time may take more of: it costs the database half as many commits, and while none is under way nothing keeps
     * it from clearing away what is dead.
     */
    private static final double WORTH_SAVING = 1.05;

    /** A period in which the disk or the machine stalled counts for no more than so many times what is known. */
    private static final double MOST = 2;

    /** How much a new period counts against those before. */
    private static final double WEIGHT = 0.25;

    /** How long a wish took on average, by how many trips were under way at once; 0 if never tried. */
    private final double[] took = new double[TWO + 1];

    private int atOnce = TWO;
    private int periods;
    private long triedAt;
    private long began;
    private int trips;
    private int served;
    private long spent;
    private long lastEnded;

    InFlightLimit(long now) {
        lastEnded = now;
        triedAt = now;
        begin(now);
    }

    /** How many trips may be under way. */
    int atOnce() {
        return atOnce;
    }

    /** Whether nothing has ended for so long that it is not worth waiting for. */
    boolean isStalled(long now) {
        return hangs(lastEnded, now);
    }

    /** Whether a trip has lasted for so long that it is not worth waiting for. */
    static boolean hangs(long since, long now) {
        return now - since > STALL;
    }

    /**
     * A trip has ended.
     *
     * @param wishes how many it served
     * @param waited how long they all had been in the queue and on the way, together
     */
    void ended(int wishes, long waited, long now) {
        lastEnded = now;
        trips++;
        served += wishes;
        spent += waited;
        long lasted = now - began;
        if (lasted >= GAP || (lasted >= PERIOD && served == trips)) {
            letAllGo(now);
        } else if (lasted >= PERIOD && trips >= LEAST_TRIPS) {
            learn((double) spent / served, now);
            begin(now);
        }
    }

    private void learn(double average, long now) {
        double known = took[atOnce];
        took[atOnce] = known == 0 ? average : WEIGHT * Math.min(average, MOST * known) + (1 - WEIGHT) * known;
        int best = took[ONE] != 0 && took[ONE] < WORTH_SAVING * took[TWO] ? ONE : TWO;
        periods++;
        if (took[ONE] == 0 || (periods >= PERIODS_BETWEEN && now - triedAt >= BETWEEN)) {
            periods = 0;
            triedAt = now;
            atOnce = ONE + TWO - best;
        } else {
            atOnce = best;
        }
    }

    /** Nobody is held back until that has proved better once more. */
    void letAllGo(long now) {
        atOnce = TWO;
        took[ONE] = 0;
        begin(now);
    }

    private void begin(long now) {
        began = now;
        trips = 0;
        served = 0;
        spent = 0;
    }
}
