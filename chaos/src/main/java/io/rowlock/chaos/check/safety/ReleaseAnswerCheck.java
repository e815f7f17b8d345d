package io.rowlock.chaos.check.safety;

import io.rowlock.chaos.check.rule.Check;
import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Moments;
import io.rowlock.chaos.timeline.RecordedGrant;
import java.util.ArrayList;
import java.util.List;

/**
 * Releases that said that the lock was held until then, after a later grant had been told; and releases that said that it was
 * not, while the holder believed in it and was not told of a loss.
 */
public final class ReleaseAnswerCheck implements Check {

    @Override
    public List<Violation> violations(Histories histories) {
        List<Violation> found = new ArrayList<>();
        histories.grantsByToken().values().forEach(grants -> check(grants, histories, found));
        return found;
    }

    private static void check(List<RecordedGrant> byToken, Histories histories, List<Violation> found) {
        long nextGranted = Moments.NEVER;
        for (int i = byToken.size() - 1; i >= 0; i--) {
            RecordedGrant grant = byToken.get(i);
            if (grant.isConfirmed() && nextGranted < grant.releasing()) {
                found.add(violation(
                        grant, "%s was told at its release that it had the lock, which was another's by then"));
            } else if (grant.isDenied()
                    && grant.lost() == Moments.NEVER
                    && grant.answered() < grant.leaseEnd(histories)) {
                found.add(violation(grant, "%s was told at its release that its hold was over, and believed in it"));
            }
            nextGranted = Math.min(nextGranted, grant.granted());
        }
    }

    private static Violation violation(RecordedGrant grant, String words) {
        return new Violation(
                Rule.FALSE_RELEASE, grant.lock(), grant.answered(), words.formatted(grant), List.of(grant));
    }
}
