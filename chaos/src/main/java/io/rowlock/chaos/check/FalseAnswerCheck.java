package io.rowlock.chaos.check;

import io.rowlock.chaos.history.LedgerEntry;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Transactions that were confirmed and are not in the database, or that surely failed and are. */
final class FalseAnswerCheck implements Check {

    @Override
    public List<Violation> violations(Histories histories) {
        if (!histories.isComplete()) {
            return List.of();
        }
        Set<String> stored =
                histories.ledger().stream().map(FalseAnswerCheck::name).collect(Collectors.toSet());
        Predicate<Deed> isThere = deed -> stored.contains(deed.process() + " " + deed.id());
        return histories.deeds().stream()
                .filter(deed -> isThere.test(deed) ? deed.isAborted() : deed.isCommitted())
                .map(deed -> violation(deed, isThere.test(deed)))
                .toList();
    }

    private static String name(LedgerEntry entry) {
        return entry.process() + " " + entry.id();
    }

    private static Violation violation(Deed deed, boolean isThere) {
        String words = isThere
                ? deed + " was said to have failed, but what it wrote is there"
                : deed + " was confirmed, but what it wrote is not there";
        return new Violation(Rule.FALSE_ANSWER, deed.lock(), deed.ended(), words, List.of());
    }
}
