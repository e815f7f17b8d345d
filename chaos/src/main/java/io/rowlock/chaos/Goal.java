package io.rowlock.chaos;

import io.rowlock.chaos.plan.Amounts;
import java.time.Duration;

/**
 * How much a run has to reach before it ends. Immutable.
 *
 * @param asked what it is asked for
 * @param longest when the run ends, reached or not
 */
record Goal(Amounts asked, Duration longest) {

    /** Nothing but the time. */
    static final Goal NONE = new Goal(Amounts.NONE, Duration.ZERO);

    boolean isReached(Count count) {
        return asked.areReachedBy(new Amounts(count.acquisitions(), count.guardRaces(), count.cuts()));
    }
}
