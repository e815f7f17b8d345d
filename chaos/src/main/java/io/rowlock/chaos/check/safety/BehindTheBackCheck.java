package io.rowlock.chaos.check.safety;

import io.rowlock.chaos.check.rule.Check;
import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.RecordedGrant;
import io.rowlock.chaos.timeline.Snapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Grants that were not in the database while their holder believed in them: the row was free, or another's. A snapshot counts if
 * the belief lasted from before its begin to after its end. Each grant is reported once.
 */
public final class BehindTheBackCheck implements Check {

    @Override
    public List<Violation> violations(Histories histories) {
        List<Snapshot> snapshots = histories.snapshots().stream()
                .sorted(Comparator.comparingLong(Snapshot::began))
                .toList();
        List<Violation> found = new ArrayList<>();
        for (RecordedGrant grant : histories.grants()) {
            check(grant, snapshots, histories, found);
        }
        return found;
    }

    private static void check(
            RecordedGrant grant, List<Snapshot> snapshots, Histories histories, List<Violation> found) {
        long beliefEnd = grant.beliefEnd(histories);
        for (int i = firstFrom(grant.granted(), snapshots); i < snapshots.size(); i++) {
            Snapshot snapshot = snapshots.get(i);
            if (snapshot.began() > beliefEnd) {
                return;
            }
            Long token = snapshot.tokens().get(grant.lock());
            if (snapshot.done() < beliefEnd && (token == null || token != grant.token())) {
                found.add(violation(grant, snapshot, token == null ? "free" : "under token " + token));
                return;
            }
        }
    }

    /** The first snapshot that began after that moment. */
    private static int firstFrom(long moment, List<Snapshot> snapshots) {
        int low = 0;
        int high = snapshots.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (snapshots.get(middle).began() < moment) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static Violation violation(RecordedGrant grant, Snapshot snapshot, String state) {
        String words = "%s believed in its grant, and had not released it, but in the database the lock was %s"
                .formatted(grant, state);
        return new Violation(Rule.BEHIND_THE_BACK, grant.lock(), snapshot.began(), words, List.of(grant));
    }
}
