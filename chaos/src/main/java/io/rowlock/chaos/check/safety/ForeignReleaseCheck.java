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
        return histories.tenures().stream()
                .filter(tenure -> saysNotOwner(tenure.reason()) && tenure.told() < tenure.leaseEnd(histories))
                .map(tenure -> new Violation(
                        Rule.FOREIGN_RELEASE,
                        tenure.lock(),
                        tenure.told(),
                        "%s was told that the lock is no longer its own, %s before its time was over"
                                .formatted(tenure, Moments.span(tenure.until() - tenure.told())),
                        List.of(tenure)))
                .toList();
    }

    /** As Rowlock says it, and as Spring Integration does when it gives a lock back. */
    private static boolean saysNotOwner(String reason) {
        return reason.equals(LossReason.REVOKED_OR_TAKEN.name()) || reason.contains("ConcurrentModificationException");
    }
}
