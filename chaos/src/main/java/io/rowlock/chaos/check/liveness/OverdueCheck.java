package io.rowlock.chaos.check.liveness;

import io.rowlock.chaos.check.rule.Check;
import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.timeline.Attempt;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Life;
import io.rowlock.chaos.timeline.Moments;
import io.rowlock.chaos.timeline.Tenure;
import java.time.Duration;
import java.util.List;

/** Requests that ended long after their time was over, or never, though their process could run. */
public final class OverdueCheck implements Check {
    /** How late an answer may come on a machine that has other things to do. */
    private static final long SLACK = Duration.ofSeconds(5).toNanos();

    /** Only of a library with tokens it is known that its calls are bounded. */
    @Override
    public List<Violation> violations(Histories histories) {
        if (!histories.hasTokens()) {
            return List.of();
        }
        return histories.attempts().stream()
                .filter(attempt -> isOverdue(attempt, histories))
                .map(attempt -> violation(attempt, histories))
                .toList();
    }

    private static boolean isOverdue(Attempt attempt, Histories histories) {
        long end = end(attempt, histories);
        return end > due(attempt, histories) + SLACK && couldRun(attempt, end, histories);
    }

    private static long due(Attempt attempt, Histories histories) {
        return attempt.until() + histories.callTimeout();
    }

    /** The last moment of which it is known whether there was an answer. */
    private static long end(Attempt attempt, Histories histories) {
        Life life = histories.life(attempt.process());
        long end = Math.min(attempt.ended(), Math.min(life.death(), life.ended()));
        return end == Tenure.NEVER ? histories.end() : end;
    }

    private static boolean couldRun(Attempt attempt, long end, Histories histories) {
        return !histories.life(attempt.process()).stoppedWithin(attempt.asked(), end)
                && histories.faults().stream()
                        .filter(fault -> fault.name().equals("starve-cpu"))
                        .noneMatch(fault -> fault.touches(attempt.asked(), end));
    }

    private static Violation violation(Attempt attempt, Histories histories) {
        long end = end(attempt, histories);
        String words = "a request of %s was %s %s after its time was over"
                .formatted(
                        attempt.process(),
                        attempt.isUnanswered() ? "not answered" : "answered",
                        Moments.span(end - due(attempt, histories)));
        return new Violation(Rule.OVERDUE, attempt.lock(), end, words, List.of());
    }
}
