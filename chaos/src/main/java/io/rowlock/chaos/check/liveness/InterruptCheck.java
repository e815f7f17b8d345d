package io.rowlock.chaos.check.liveness;

import io.rowlock.chaos.check.rule.Check;
import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Request;
import java.util.List;

/** Threads that were interrupted while they waited, and never learnt of it. */
public final class InterruptCheck implements Check {

    @Override
    public List<Violation> violations(Histories histories) {
        return histories.requests().stream()
                .filter(Request::lostItsInterrupt)
                .map(request -> new Violation(
                        Rule.LOST_INTERRUPT,
                        request.lock(),
                        request.interruptedAt(),
                        "a thread of %s was interrupted while it asked for the lock, and nothing came of that"
                                .formatted(request.process()),
                        List.of()))
                .toList();
    }
}
