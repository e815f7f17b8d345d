package io.rowlock.chaos;

import java.time.Duration;

/**
 * How much a run has to reach before it ends. Immutable.
 *
 * @param acquisitions how many locks are to be granted
 * @param guardRaces how many guarded transactions are to end after their hold
 * @param cuts how many connections are to be cut at a byte
 * @param longest when the run ends, reached or not
 */
record Goal(long acquisitions, long guardRaces, long cuts, Duration longest) {

    /** Nothing but the time. */
    static final Goal NONE = new Goal(0, 0, 0, Duration.ZERO);

    boolean isReached(Count count) {
        return count.acquisitions() >= acquisitions && count.guardRaces() >= guardRaces && count.cuts() >= cuts;
    }
}
