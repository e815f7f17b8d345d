package io.rowlock.chaos.check.safety;

import io.rowlock.chaos.check.rule.Check;
import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.history.LedgerEntry;
import io.rowlock.chaos.timeline.Deed;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Moments;
import io.rowlock.chaos.timeline.Tenure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Guarded transactions whose commit was sent when a later grant had already been told; and, whatever the time, rows of
 * guarded or fenced transactions that stand behind one with a newer token.
 */
public final class StaleCommitCheck implements Check {

    @Override
    public List<Violation> violations(Histories histories) {
        List<Violation> found = new ArrayList<>();
        byTime(histories, found);
        byOrder(histories, found);
        return found;
    }

    private static void byTime(Histories histories, List<Violation> found) {
        Map<String, FirstGrants> grants = new HashMap<>();
        histories.tenuresByToken().forEach((lock, tenures) -> grants.put(lock, new FirstGrants(tenures)));
        Predicate<Deed> isStored = histories.isStored();
        for (Deed deed : histories.deeds()) {
            FirstGrants ofLock = grants.get(deed.lock());
            if (isGuardedCommit(deed, isStored) && ofLock != null) {
                ofLock.firstAfter(deed.token())
                        .filter(later -> later.granted() < deed.committing())
                        .ifPresent(later -> found.add(stale(deed, ofLock.of(deed.token()), later)));
            }
        }
    }

    /** Confirmed, or found in the database. One that was committed after the histories were read has no time yet. */
    private static boolean isGuardedCommit(Deed deed, Predicate<Deed> isStored) {
        return !deed.isFenced() && deed.committing() != Tenure.NEVER && (deed.isCommitted() || isStored.test(deed));
    }

    private static Violation stale(Deed deed, List<Tenure> own, Tenure later) {
        String words = "%s was committed, though its commit was sent %s after %s had been granted the lock"
                .formatted(deed, Moments.span(deed.committing() - later.granted()), later);
        return new Violation(
                Rule.STALE_COMMIT,
                deed.lock(),
                deed.committing(),
                words,
                Stream.concat(own.stream(), Stream.of(later)).toList());
    }

    private static void byOrder(Histories histories, List<Violation> found) {
        Map<String, LedgerEntry> newest = new HashMap<>();
        for (LedgerEntry entry : histories.ledger()) {
            String of = entry.fenced() + " " + entry.lock();
            LedgerEntry before = newest.get(of);
            if (before != null && before.token() > entry.token()) {
                found.add(outOfOrder(histories, before, entry));
            } else {
                newest.put(of, entry);
            }
        }
    }

    private static Violation outOfOrder(Histories histories, LedgerEntry newer, LedgerEntry older) {
        Rule rule = older.fenced() ? Rule.STALE_FENCED_WRITE : Rule.STALE_COMMIT;
        String words =
                "row %d, written by %s under token %d, stands behind row %d, which %s wrote under the newer token %d"
                        .formatted(
                                older.number(),
                                older.process(),
                                older.token(),
                                newer.number(),
                                newer.process(),
                                newer.token());
        return new Violation(rule, older.lock(), moment(histories, older), words, tenures(histories, older, newer));
    }

    private static long moment(Histories histories, LedgerEntry entry) {
        return histories.deeds().stream()
                .filter(deed -> deed.process().equals(entry.process()) && deed.id() == entry.id())
                .mapToLong(Deed::began)
                .findFirst()
                .orElse(0);
    }

    private static List<Tenure> tenures(Histories histories, LedgerEntry... entries) {
        List<Tenure> found = new ArrayList<>();
        for (LedgerEntry entry : entries) {
            histories.tenures().stream()
                    .filter(tenure -> tenure.lock().equals(entry.lock()) && tenure.token() == entry.token())
                    .forEach(found::add);
        }
        return found;
    }

    /** For each token, the later grant that was told first. */
    private static final class FirstGrants {
        private final List<Tenure> byToken;
        private final Tenure[] firstFrom;

        FirstGrants(List<Tenure> byToken) {
            this.byToken = byToken;
            this.firstFrom = new Tenure[byToken.size()];
            for (int i = byToken.size() - 1; i >= 0; i--) {
                Tenure own = byToken.get(i);
                boolean last = i == byToken.size() - 1;
                firstFrom[i] = last || own.granted() < firstFrom[i + 1].granted() ? own : firstFrom[i + 1];
            }
        }

        List<Tenure> of(long token) {
            return byToken.stream().filter(tenure -> tenure.token() == token).toList();
        }

        Optional<Tenure> firstAfter(long token) {
            int low = 0;
            int high = byToken.size();
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (byToken.get(middle).token() > token) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            return low < firstFrom.length ? Optional.of(firstFrom[low]) : Optional.empty();
        }
    }
}
