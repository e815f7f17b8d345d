package io.rowlock.chaos.check.liveness;

import io.rowlock.chaos.check.rule.Check;
import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Lifetime;
import io.rowlock.chaos.timeline.RecordedGrant;
import java.util.ArrayList;
import java.util.List;

/** Holders that were running, had not released the lock, and were told of their loss only after the next grant, or never. */
public final class LateNoticeCheck implements Check {

    @Override
    public List<Violation> violations(Histories histories) {
        List<Violation> found = new ArrayList<>();
        if (histories.hasTokens()) {
            histories.grantsByToken().values().forEach(grants -> check(grants, histories, found));
        }
        return found;
    }

    private static void check(List<RecordedGrant> byToken, Histories histories, List<Violation> found) {
        for (int i = 0; i + 1 < byToken.size(); i++) {
            RecordedGrant old = byToken.get(i);
            RecordedGrant next = byToken.get(i + 1);
            if (Math.min(old.releasing(), old.lost()) > next.granted() && couldKnow(old, next, histories)) {
                found.add(new Violation(
                        Rule.LATE_NOTICE,
                        old.lock(),
                        next.granted(),
                        "%s was granted the lock before %s was told that it had lost it".formatted(next, old),
                        List.of(old, next)));
            }
        }
    }

    /** A process that is dead, has ended, or stood still when its time was over, cannot be told. */
    private static boolean couldKnow(RecordedGrant old, RecordedGrant next, Histories histories) {
        Lifetime lifetime = histories.lifetime(old.process());
        long overAt = Math.min(old.until(), next.granted());
        return lifetime.death() > next.granted()
                && lifetime.ended() > next.granted()
                && !lifetime.stoppedWithin(overAt, next.granted());
    }
}
