package io.rowlock.chaos.check.safety;

import io.rowlock.chaos.check.rule.Check;
import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.timeline.Deed;
import io.rowlock.chaos.timeline.Histories;
import java.util.List;
import java.util.function.Predicate;

/** Transactions that were confirmed and are not in the database, or that surely failed and are. */
public final class FalseAnswerCheck implements Check {

    @Override
    public List<Violation> violations(Histories histories) {
        if (!histories.isComplete()) {
            return List.of();
        }
        Predicate<Deed> isThere = histories.isStored();
        return histories.deeds().stream()
                .filter(deed -> isThere.test(deed) ? deed.isAborted() : deed.isCommitted())
                .map(deed -> violation(deed, isThere.test(deed)))
                .toList();
    }

    private static Violation violation(Deed deed, boolean isThere) {
        String words = isThere
                ? deed + " was said to have failed, but what it wrote is there"
                : deed + " was confirmed, but what it wrote is not there";
        return new Violation(Rule.FALSE_ANSWER, deed.lock(), deed.ended(), words, List.of());
    }
}
