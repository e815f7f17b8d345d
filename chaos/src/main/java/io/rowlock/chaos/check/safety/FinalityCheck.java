package io.rowlock.chaos.check.safety;

import io.rowlock.chaos.check.rule.Check;
import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Moments;
import io.rowlock.chaos.timeline.ObservedGrant;
import io.rowlock.chaos.timeline.RecordedGrant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds that were seen held after they had ended: by their holder, or in the database, unless a crash of the database can have
 * undone their release.
 */
public final class FinalityCheck implements Check {

    @Override
    public List<Violation> violations(Histories histories) {
        List<Violation> found = new ArrayList<>();
        Map<String, RecordedGrant> byToken = new HashMap<>();
        for (RecordedGrant grant : histories.grants()) {
            byToken.put(grant.lock() + " " + grant.token(), grant);
            if (grant.lastHeld() > Math.min(grant.releasing(), grant.lost())) {
                found.add(violation(grant, grant.lastHeld(), "%s found its lock held after it had ended"));
            }
        }
        for (ObservedGrant seen : histories.observedGrants()) {
            RecordedGrant grant = byToken.get(seen.lock() + " " + seen.token());
            if (grant != null && grant.released() != Moments.NEVER && seen.last() > grant.undoneEnd(histories)) {
                found.add(violation(
                        grant, seen.last(), "the grant of %s was in the database after its release was confirmed"));
            }
        }
        return found;
    }

    private static Violation violation(RecordedGrant grant, long at, String words) {
        return new Violation(Rule.NOT_FINAL, grant.lock(), at, words.formatted(grant), List.of(grant));
    }
}
