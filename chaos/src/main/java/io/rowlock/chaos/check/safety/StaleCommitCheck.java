package io.rowlock.chaos.check.safety;

import io.rowlock.chaos.check.rule.Check;
import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.history.LedgerEntry;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Moments;
import io.rowlock.chaos.timeline.RecordedGrant;
import io.rowlock.chaos.timeline.Transaction;
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
        Map<String, FirstGrants> firstGrants = new HashMap<>();
        histories.grantsByToken().forEach((lock, grants) -> firstGrants.put(lock, new FirstGrants(grants)));
        Predicate<Transaction> isStored = histories.isStored();
        for (Transaction transaction : histories.transactions()) {
            FirstGrants ofLock = firstGrants.get(transaction.lock());
            if (isGuardedCommit(transaction, isStored) && ofLock != null) {
                ofLock.firstAfter(transaction.token())
                        .filter(later -> later.granted() < transaction.committing())
                        .ifPresent(later -> found.add(stale(transaction, ofLock.of(transaction.token()), later)));
            }
        }
    }

    /** Confirmed, or found in the database. One that was committed after the histories were read has no time yet. */
    private static boolean isGuardedCommit(Transaction transaction, Predicate<Transaction> isStored) {
        return !transaction.isFenced()
                && transaction.committing() != Moments.NEVER
                && (transaction.isCommitted() || isStored.test(transaction));
    }

    private static Violation stale(Transaction transaction, List<RecordedGrant> own, RecordedGrant later) {
        String words = "%s was committed, though its commit was sent %s after %s had been granted the lock"
                .formatted(transaction, Moments.span(transaction.committing() - later.granted()), later);
        return new Violation(
                Rule.STALE_COMMIT,
                transaction.lock(),
                transaction.committing(),
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
        return new Violation(rule, older.lock(), moment(histories, older), words, grants(histories, older, newer));
    }

    private static long moment(Histories histories, LedgerEntry entry) {
        return histories.transactions().stream()
                .filter(transaction -> transaction.process().equals(entry.process()) && transaction.id() == entry.id())
                .mapToLong(Transaction::began)
                .findFirst()
                .orElse(0);
    }

    private static List<RecordedGrant> grants(Histories histories, LedgerEntry... entries) {
        List<RecordedGrant> found = new ArrayList<>();
        for (LedgerEntry entry : entries) {
            histories.grants().stream()
                    .filter(grant -> grant.lock().equals(entry.lock()) && grant.token() == entry.token())
                    .forEach(found::add);
        }
        return found;
    }

    /** For each token, the later grant that was told first. */
    private static final class FirstGrants {
        private final List<RecordedGrant> byToken;
        private final RecordedGrant[] firstFrom;

        FirstGrants(List<RecordedGrant> byToken) {
            this.byToken = byToken;
            this.firstFrom = new RecordedGrant[byToken.size()];
            for (int i = byToken.size() - 1; i >= 0; i--) {
                RecordedGrant own = byToken.get(i);
                boolean last = i == byToken.size() - 1;
                firstFrom[i] = last || own.granted() < firstFrom[i + 1].granted() ? own : firstFrom[i + 1];
            }
        }

        List<RecordedGrant> of(long token) {
            return byToken.stream().filter(grant -> grant.token() == token).toList();
        }

        Optional<RecordedGrant> firstAfter(long token) {
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
