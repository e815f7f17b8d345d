package io.rowlock.chaos.check.safety;

import io.rowlock.chaos.check.rule.Check;
import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Tenure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tokens that are not larger than those of grants that were told before they were asked for; and tokens that came twice. */
public final class TokenCheck implements Check {

    @Override
    public List<Violation> violations(Histories histories) {
        List<Violation> found = new ArrayList<>();
        if (histories.hasTokens()) {
            histories.tenuresByLock().values().forEach(tenures -> check(tenures, found));
        }
        return found;
    }

    private static void check(List<Tenure> byGrant, List<Violation> found) {
        List<Tenure> byAsking =
                byGrant.stream().sorted(Comparator.comparingLong(Tenure::asked)).toList();
        Map<Long, Tenure> known = new HashMap<>();
        Tenure largest = null;
        int told = 0;
        for (Tenure tenure : byAsking) {
            for (; told < byGrant.size() && byGrant.get(told).granted() < tenure.asked(); told++) {
                Tenure earlier = byGrant.get(told);
                largest = largest == null || earlier.token() > largest.token() ? earlier : largest;
            }
            if (largest != null && largest.token() >= tenure.token()) {
                found.add(violation(largest, tenure, "is not larger"));
            }
            Tenure twin = known.putIfAbsent(tenure.token(), tenure);
            if (twin != null) {
                found.add(violation(twin, tenure, "is the same"));
            }
        }
    }

    private static Violation violation(Tenure earlier, Tenure later, String how) {
        String words = "the token of %s %s than that of %s, which was granted before"
                .formatted(later, how, earlier)
                .replace("the same than", "the same as");
        return new Violation(Rule.TOKENS_INCREASE, later.lock(), later.granted(), words, List.of(earlier, later));
    }
}
