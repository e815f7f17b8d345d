package io.rowlock.chaos.report;

import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Lifetime.Span;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The times at which something was broken, one after the other. */
final class FaultTimes {
    private final List<Span> spans;
    private final long aftermath;

    private FaultTimes(List<Span> spans, long aftermath) {
        this.spans = spans;
        this.aftermath = aftermath;
    }

    static FaultTimes of(Histories histories) {
        List<Span> sorted = histories.faults().stream()
                .sorted(Comparator.comparingLong(Span::begin))
                .toList();
        return new FaultTimes(sorted, histories.lease() + histories.callTimeout());
    }

    /** How long after a fault its effects may still be felt: a lease, and a call that was under way. */
    long aftermath() {
        return aftermath;
    }

    /** The fault at that moment. */
    Optional<Span> at(long moment) {
        int next = firstThatEndsFrom(moment);
        return next < spans.size() && spans.get(next).begin() <= moment
                ? Optional.of(spans.get(next))
                : Optional.empty();
    }

    /** The circumstances of something that failed, and lasted from one moment to another. */
    Circumstance circumstance(long began, long ended) {
        int next = firstThatEndsFrom(began);
        if (next < spans.size() && spans.get(next).begin() <= ended) {
            return spans.get(next).begin() <= began ? Circumstance.DURING : Circumstance.MEANWHILE;
        }
        if (next == 0) {
            return Circumstance.BEFORE;
        }
        return began - spans.get(next - 1).end() <= aftermath ? Circumstance.AFTER : Circumstance.OTHERWISE;
    }

    private int firstThatEndsFrom(long moment) {
        int low = 0;
        int high = spans.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (spans.get(middle).end() < moment) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
