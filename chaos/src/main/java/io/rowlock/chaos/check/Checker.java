package io.rowlock.chaos.check;

import io.rowlock.chaos.check.liveness.InterruptCheck;
import io.rowlock.chaos.check.liveness.LateNoticeCheck;
import io.rowlock.chaos.check.liveness.LeakCheck;
import io.rowlock.chaos.check.liveness.OrphanCheck;
import io.rowlock.chaos.check.liveness.OverdueCheck;
import io.rowlock.chaos.check.liveness.UnknownGrantCheck;
import io.rowlock.chaos.check.rule.Check;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.check.safety.BehindTheBackCheck;
import io.rowlock.chaos.check.safety.DroppedReleaseCheck;
import io.rowlock.chaos.check.safety.FalseAnswerCheck;
import io.rowlock.chaos.check.safety.FinalityCheck;
import io.rowlock.chaos.check.safety.ForeignReleaseCheck;
import io.rowlock.chaos.check.safety.KeptLockCheck;
import io.rowlock.chaos.check.safety.OverlapCheck;
import io.rowlock.chaos.check.safety.ReleaseAnswerCheck;
import io.rowlock.chaos.check.safety.StaleCommitCheck;
import io.rowlock.chaos.check.safety.TokenCheck;
import io.rowlock.chaos.timeline.Histories;
import java.util.Comparator;
import java.util.List;

/** All checks together. */
public final class Checker {
    private static final List<Check> CHECKS = List.of(
            OverlapCheck.ofGrants(),
            OverlapCheck.ofBeliefs(),
            new BehindTheBackCheck(),
            new DroppedReleaseCheck(),
            new TokenCheck(),
            new ForeignReleaseCheck(),
            new StaleCommitCheck(),
            new FalseAnswerCheck(),
            new LateNoticeCheck(),
            new ReleaseAnswerCheck(),
            new KeptLockCheck(),
            new FinalityCheck(),
            new UnknownGrantCheck(),
            new InterruptCheck(),
            new OverdueCheck(),
            new OrphanCheck(),
            new LeakCheck());

    private Checker() {}

    /** All that was broken, in the order of the rules, then of time. */
    public static List<Violation> violations(Histories histories) {
        return CHECKS.stream()
                .flatMap(check -> check.violations(histories).stream())
                .sorted(Comparator.comparing(Violation::rule).thenComparingLong(Violation::at))
                .toList();
    }
}
