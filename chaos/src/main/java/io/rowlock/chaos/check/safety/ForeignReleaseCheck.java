package io.rowlock.chaos.check.safety;

import io.rowlock.LockEvent.LossReason;
import io.rowlock.chaos.check.rule.Check;
import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Moments;
import java.util.List;

/** Holders that were told "not yours" while their lease was running. */
public final class ForeignReleaseCheck implements Check {

    @Override
    public List<Violation> violations(Histories histories) {
        return histories.grants().stream()
                .filter(grant -> saysNotOwner(grant.reason()) && grant.lossReported() < grant.leaseEnd(histories))
                .map(grant -> new Violation(
                        Rule.FOREIGN_RELEASE,
                        grant.lock(),
                        grant.lossReported(),
                        "%s was told that the lock is no longer its own, %s before its time was over"
                                .formatted(grant, Moments.span(grant.until() - grant.lossReported())),
                        List.of(grant)))
                .toList();
    }

    /** As Rowlock says it, and as Spring Integration does when it releases a lock. */
    private static boolean saysNotOwner(String reason) {
        return reason.equals(LossReason.REVOKED_OR_TAKEN.name()) || reason.contains("ConcurrentModificationException");
    }
}
