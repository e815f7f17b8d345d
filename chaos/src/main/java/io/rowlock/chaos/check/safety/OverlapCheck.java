package io.rowlock.chaos.check.safety;

import io.rowlock.chaos.check.rule.Check;
import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Moments;
import io.rowlock.chaos.timeline.RecordedGrant;
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
public record OverlapCheck(Rule rule, ToLongBiFunction<RecordedGrant, Histories> end) implements Check {

    public static OverlapCheck ofGrants() {
        return new OverlapCheck(Rule.OVERLAPPING_GRANTS, RecordedGrant::standingEnd);
    }

    public static OverlapCheck ofBeliefs() {
        return new OverlapCheck(Rule.OVERLAPPING_BELIEFS, RecordedGrant::beliefEnd);
    }

    @Override
    public List<Violation> violations(Histories histories) {
        List<Violation> found = new ArrayList<>();
        histories.grantsByLock().values().forEach(grants -> sweep(grants, histories, found));
        return found;
    }

    private void sweep(List<RecordedGrant> grants, Histories histories, List<Violation> found) {
        RecordedGrant longest = null;
        long longestEnd = Long.MIN_VALUE;
        for (RecordedGrant grant : grants) {
            long ownEnd = end.applyAsLong(grant, histories);
            long overlap = Math.min(longestEnd, ownEnd) - grant.granted();
            if (longest != null && overlap > 0) {
                found.add(violation(longest, grant, overlap));
            }
            if (longest == null || ownEnd > longestEnd) {
                longest = grant;
                longestEnd = ownEnd;
            }
        }
    }

    private Violation violation(RecordedGrant first, RecordedGrant second, long overlap) {
        String words = "%s was granted the lock while %s still had it; for at least %s both did"
                .formatted(second, first, Moments.span(overlap));
        return new Violation(rule, second.lock(), second.granted(), words, List.of(first, second));
    }
}
