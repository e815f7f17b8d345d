package io.rowlock.chaos.check.liveness;

import io.rowlock.chaos.check.rule.Check;
import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Lifetime;
import io.rowlock.chaos.timeline.Moments;
import io.rowlock.chaos.timeline.Request;
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
        return histories.requests().stream()
                .filter(request -> isOverdue(request, histories))
                .map(request -> violation(request, histories))
                .toList();
    }

    private static boolean isOverdue(Request request, Histories histories) {
        long end = end(request, histories);
        return end > due(request, histories) + SLACK && couldRun(request, end, histories);
    }

    private static long due(Request request, Histories histories) {
        return request.until() + histories.callTimeout();
    }

    /** The last moment of which it is known whether there was an answer. */
    private static long end(Request request, Histories histories) {
        Lifetime lifetime = histories.lifetime(request.process());
        long end = Math.min(request.ended(), Math.min(lifetime.death(), lifetime.ended()));
        return end == Moments.NEVER ? histories.end() : end;
    }

    private static boolean couldRun(Request request, long end, Histories histories) {
        return !histories.lifetime(request.process()).stoppedWithin(request.asked(), end)
                && histories.faults().stream()
                        .filter(fault -> fault.name().equals("starve-cpu"))
                        .noneMatch(fault -> fault.touches(request.asked(), end));
    }

    private static Violation violation(Request request, Histories histories) {
        long end = end(request, histories);
        String words = "a request of %s was %s %s after its time was over"
                .formatted(
                        request.process(),
                        request.isUnanswered() ? "not answered" : "answered",
                        Moments.span(end - due(request, histories)));
        return new Violation(Rule.OVERDUE, request.lock(), end, words, List.of());
    }
}
