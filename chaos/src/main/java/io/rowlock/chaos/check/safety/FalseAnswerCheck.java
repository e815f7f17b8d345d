package io.rowlock.chaos.check.safety;

import io.rowlock.chaos.check.rule.Check;
import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Transaction;
import java.util.List;
import java.util.function.Predicate;

/** Transactions that were confirmed and are not in the database, or that surely failed and are. */
public final class FalseAnswerCheck implements Check {

    @Override
    public List<Violation> violations(Histories histories) {
        if (!histories.isComplete()) {
            return List.of();
        }
        Predicate<Transaction> isThere = histories.isStored();
        return histories.transactions().stream()
                .filter(transaction -> isThere.test(transaction) ? transaction.isAborted() : transaction.isCommitted())
                .map(transaction -> violation(transaction, isThere.test(transaction)))
                .toList();
    }

    private static Violation violation(Transaction transaction, boolean isThere) {
        String words = isThere
                ? transaction + " was said to have failed, but what it wrote is there"
                : transaction + " was confirmed, but what it wrote is not there";
        return new Violation(Rule.FALSE_ANSWER, transaction.lock(), transaction.ended(), words, List.of());
    }
}
