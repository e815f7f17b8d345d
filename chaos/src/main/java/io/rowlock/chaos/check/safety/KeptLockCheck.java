package io.rowlock.chaos.check.safety;

import io.rowlock.chaos.check.rule.Check;
import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Moments;
import io.rowlock.chaos.timeline.RecordedGrant;
import java.util.ArrayList;
import java.util.List;

/** Grants of a lock that its last holder had released so that it stays taken, as the database has confirmed. */
public final class KeptLockCheck implements Check {

    @Override
    public List<Violation> violations(Histories histories) {
        List<Violation> found = new ArrayList<>();
        histories.grantsByToken().values().forEach(grants -> check(grants, histories, found));
        return found;
    }

    private static void check(List<RecordedGrant> byToken, Histories histories, List<Violation> found) {
        for (int i = 0; i + 1 < byToken.size(); i++) {
            RecordedGrant kept = byToken.get(i);
            RecordedGrant next = byToken.get(i + 1);
            if (kept.isConfirmed() && next.granted() < keptUntil(kept, histories)) {
                String words = "%s was granted the lock %s after %s had released it to stay taken for %s"
                        .formatted(
                                next,
                                Moments.span(next.granted() - kept.releasing()),
                                kept,
                                Moments.span(kept.keepFor()));
                found.add(new Violation(Rule.NOT_KEPT, next.lock(), next.granted(), words, List.of(kept, next)));
            }
        }
    }

    /** The earliest moment: counted from before the release, and by a clock that stepped. */
    private static long keptUntil(RecordedGrant kept, Histories histories) {
        long until = kept.releasing() + kept.keepFor();
        return kept.keepFor() == 0 ? Long.MIN_VALUE : until - histories.clockStep(kept.releasing(), until);
    }
}
