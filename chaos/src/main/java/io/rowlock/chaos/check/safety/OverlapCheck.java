package io.rowlock.chaos.check.safety;

import io.rowlock.chaos.check.rule.Check;
import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Moments;
import io.rowlock.chaos.timeline.Tenure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongBiFunction;

/**
 * Two grants of a lock that surely stood at the same moment. A grant stands from when its holder was told of it, which is
 * after the database gave it, to an end that is told too early rather than too late: so whatever overlaps did overlap.
 *
 * @param rule which rule is broken
 * @param end when a grant ends
 */
public record OverlapCheck(Rule rule, ToLongBiFunction<Tenure, Histories> end) implements Check {

    public static OverlapCheck grants() {
        return new OverlapCheck(Rule.OVERLAPPING_GRANTS, Tenure::standingEnd);
    }

    public static OverlapCheck beliefs() {
        return new OverlapCheck(Rule.OVERLAPPING_BELIEFS, Tenure::beliefEnd);
    }

    @Override
    public List<Violation> violations(Histories histories) {
        List<Violation> found = new ArrayList<>();
        histories.tenuresByLock().values().forEach(tenures -> sweep(tenures, histories, found));
        return found;
    }

    private void sweep(List<Tenure> tenures, Histories histories, List<Violation> found) {
        Tenure longest = null;
        long longestEnd = Long.MIN_VALUE;
        for (Tenure tenure : tenures) {
            long ownEnd = end.applyAsLong(tenure, histories);
            long overlap = Math.min(longestEnd, ownEnd) - tenure.granted();
            if (longest != null && overlap > 0) {
                found.add(violation(longest, tenure, overlap));
            }
            if (longest == null || ownEnd > longestEnd) {
                longest = tenure;
                longestEnd = ownEnd;
            }
        }
    }

    private Violation violation(Tenure first, Tenure second, long overlap) {
        String words = "%s was granted the lock while %s still had it; for at least %s both did"
                .formatted(second, first, Moments.span(overlap));
        return new Violation(rule, second.lock(), second.granted(), words, List.of(first, second));
    }
}
