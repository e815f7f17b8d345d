package io.rowlock.chaos.check.safety;

import io.rowlock.chaos.check.rule.Check;
import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Sighting;
import io.rowlock.chaos.timeline.Tenure;
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
        Map<String, Tenure> byToken = new HashMap<>();
        for (Tenure tenure : histories.tenures()) {
            byToken.put(tenure.lock() + " " + tenure.token(), tenure);
            if (tenure.lastHeld() > Math.min(tenure.releasing(), tenure.lost())) {
                found.add(violation(tenure, tenure.lastHeld(), "%s found its lock held after it had ended"));
            }
        }
        for (Sighting seen : histories.sightings()) {
            Tenure tenure = byToken.get(seen.lock() + " " + seen.token());
            if (tenure != null && tenure.released() != Tenure.NEVER && seen.last() > tenure.undoneEnd(histories)) {
                found.add(violation(
                        tenure, seen.last(), "the grant of %s was in the database after its release was confirmed"));
            }
        }
        return found;
    }

    private static Violation violation(Tenure tenure, long at, String words) {
        return new Violation(Rule.NOT_FINAL, tenure.lock(), at, words.formatted(tenure), List.of(tenure));
    }
}
