package io.rowlock.chaos.check.safety;

import io.rowlock.chaos.check.rule.Check;
import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Tenure;
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
        histories.tenuresByToken().values().forEach(tenures -> check(tenures, histories, found));
        return found;
    }

    private static void check(List<Tenure> byToken, Histories histories, List<Violation> found) {
        long nextGranted = Tenure.NEVER;
        for (int i = byToken.size() - 1; i >= 0; i--) {
            Tenure tenure = byToken.get(i);
            if (tenure.isConfirmed() && nextGranted < tenure.releasing()) {
                found.add(violation(
                        tenure, "%s was told at its release that it had the lock, which was another's by then"));
            } else if (tenure.isDenied()
                    && tenure.lost() == Tenure.NEVER
                    && tenure.answered() < tenure.leaseEnd(histories)) {
                found.add(violation(tenure, "%s was told at its release that its hold was over, and believed in it"));
            }
            nextGranted = Math.min(nextGranted, tenure.granted());
        }
    }

    private static Violation violation(Tenure tenure, String words) {
        return new Violation(
                Rule.FALSE_RELEASE, tenure.lock(), tenure.answered(), words.formatted(tenure), List.of(tenure));
    }
}
