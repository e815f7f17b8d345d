package io.rowlock.chaos.check.safety;

import io.rowlock.chaos.check.rule.Check;
import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.RecordedGrant;
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
            histories.grantsByLock().values().forEach(grants -> check(grants, found));
        }
        return found;
    }

    private static void check(List<RecordedGrant> byGrant, List<Violation> found) {
        List<RecordedGrant> byAsking = byGrant.stream()
                .sorted(Comparator.comparingLong(RecordedGrant::asked))
                .toList();
        Map<Long, RecordedGrant> known = new HashMap<>();
        RecordedGrant largest = null;
        int told = 0;
        for (RecordedGrant grant : byAsking) {
            for (; told < byGrant.size() && byGrant.get(told).granted() < grant.asked(); told++) {
                RecordedGrant earlier = byGrant.get(told);
                largest = largest == null || earlier.token() > largest.token() ? earlier : largest;
            }
            if (largest != null && largest.token() >= grant.token()) {
                found.add(violation(largest, grant, "is not larger"));
            }
            RecordedGrant twin = known.putIfAbsent(grant.token(), grant);
            if (twin != null) {
                found.add(violation(twin, grant, "is the same"));
            }
        }
    }

    private static Violation violation(RecordedGrant earlier, RecordedGrant later, String how) {
        String words = "the token of %s %s than that of %s, which was granted before"
                .formatted(later, how, earlier)
                .replace("the same than", "the same as");
        return new Violation(Rule.TOKENS_INCREASE, later.lock(), later.granted(), words, List.of(earlier, later));
    }
}
