package io.rowlock.chaos.check.safety;

import io.rowlock.chaos.check.rule.Check;
import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Look;
import io.rowlock.chaos.timeline.Tenure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Grants that were not in the database while their holder believed in them: the row was free, or another's. A look counts if
 * the belief lasted from before its begin to after its end. Each grant is reported once.
 */
public final class BehindTheBackCheck implements Check {

    @Override
    public List<Violation> violations(Histories histories) {
        List<Look> looks = histories.looks().stream()
                .sorted(Comparator.comparingLong(Look::began))
                .toList();
        List<Violation> found = new ArrayList<>();
        for (Tenure tenure : histories.tenures()) {
            check(tenure, looks, histories, found);
        }
        return found;
    }

    private static void check(Tenure tenure, List<Look> looks, Histories histories, List<Violation> found) {
        long beliefEnd = tenure.beliefEnd(histories);
        for (int i = firstFrom(tenure.granted(), looks); i < looks.size(); i++) {
            Look look = looks.get(i);
            if (look.began() > beliefEnd) {
                return;
            }
            Long token = look.tokens().get(tenure.lock());
            if (look.done() < beliefEnd && (token == null || token != tenure.token())) {
                found.add(violation(tenure, look, token == null ? "free" : "under token " + token));
                return;
            }
        }
    }

    /** The first look that began after that moment. */
    private static int firstFrom(long moment, List<Look> looks) {
        int low = 0;
        int high = looks.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (looks.get(middle).began() < moment) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static Violation violation(Tenure tenure, Look look, String state) {
        String words = "%s believed in its grant, and had not given it back, but in the database the lock was %s"
                .formatted(tenure, state);
        return new Violation(Rule.BEHIND_THE_BACK, tenure.lock(), look.began(), words, List.of(tenure));
    }
}
