package io.rowlock.chaos.check;

import java.util.Comparator;
import java.util.List;

/** All checks together. */
public final class Checker {
    private static final List<Check> CHECKS = List.of(
            OverlapCheck.grants(),
            OverlapCheck.beliefs(),
            new BehindTheBackCheck(),
            new TokenCheck(),
            new ForeignReleaseCheck(),
            new StaleCommitCheck(),
            new FalseAnswerCheck(),
            new LateNoticeCheck(),
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
