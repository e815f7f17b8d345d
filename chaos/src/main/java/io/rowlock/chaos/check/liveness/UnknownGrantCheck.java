package io.rowlock.chaos.check.liveness;

import io.rowlock.chaos.check.rule.Check;
import io.rowlock.chaos.check.rule.Rule;
import io.rowlock.chaos.check.rule.Violation;
import io.rowlock.chaos.timeline.Histories;
import io.rowlock.chaos.timeline.Moments;
import io.rowlock.chaos.timeline.ObservedGrant;
import io.rowlock.chaos.timeline.Request;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Grants that the observer saw in the database for a while, and of which nobody was told. A request that failed or was
 * interrupted explains one if something was broken at the time, or its process died: but only one that was not made
 * later than the grant was seen, and only until the lease is over, because nobody renews it. A long wait explains one too,
 * however it ended, because an answer may have been lost in it, and another attempt made. A short one that was answered explains
 * nothing: its answer was the only one.
 */
public final class UnknownGrantCheck implements Check {
    /** The longest time that a release in the background may take. */
    private static final long TIDYING = Duration.ofMillis(1_200).toNanos();

    /** How late the database may come to what was asked when nobody waits for its answer any more. */
    private static final long PROMPT = Duration.ofMillis(500).toNanos();

    /** How much longer than a call may take the database may grant what was asked in it, if that was held up. */
    private static final long LATE_GRANT = Duration.ofSeconds(1).toNanos();

    /** Faults that do not hold up what was asked: it arrives at once, or never. */
    private static final Set<String> WITHOUT_DELAY =
            Set.of("kill-worker", "cut", "byte-cut", "kill-connections", "refuse", "worker-clock", "worker-zone");

    @Override
    public List<Violation> violations(Histories histories) {
        return histories.unknownGrants().stream()
                .filter(seen -> seen.last() - seen.first() > TIDYING)
                .filter(seen -> histories.requests().stream()
                        .filter(request -> request.process().equals(seen.owner()))
                        .filter(request -> request.lock().equals(seen.lock()))
                        .noneMatch(request -> explains(request, seen, histories)))
                .map(UnknownGrantCheck::violation)
                .toList();
    }

    private static boolean explains(Request request, ObservedGrant seen, Histories histories) {
        return request.asked() <= seen.known()
                && seen.last() <= lastSeen(request, seen, histories)
                && mayHaveLostAnAnswer(request, histories)
                && (request.isUnanswered() || wasDisturbed(request, histories));
    }

    /** When a grant of the request that was never renewed can have been seen for the last time. */
    private static long lastSeen(Request request, ObservedGrant seen, Histories histories) {
        long granted = Math.min(seen.known(), lastGranted(request, histories));
        long leaseEnd = granted + histories.lease();
        return leaseEnd + histories.clockStep(seen.first(), leaseEnd);
    }

    private static long lastGranted(Request request, Histories histories) {
        long end = end(request, histories);
        long late = Moments.after(end, histories.callTimeout() + LATE_GRANT);
        boolean heldUp = histories.faults().stream()
                .filter(fault -> !WITHOUT_DELAY.contains(fault.name()))
                .anyMatch(fault -> fault.touches(request.asked(), late));
        return heldUp ? late : Moments.after(end, PROMPT);
    }

    private static long end(Request request, Histories histories) {
        return Math.min(request.ended(), histories.lifetime(request.process()).death());
    }

    /** An answer is given up when the call timeout is over, or little before. */
    private static boolean mayHaveLostAnAnswer(Request request, Histories histories) {
        return request.isUnsettled() || request.ended() - request.asked() > histories.callTimeout() * 3 / 4;
    }

    /** While nothing is broken, everything is tidied up at once. */
    private static boolean wasDisturbed(Request request, Histories histories) {
        long tidied = Moments.after(end(request, histories), TIDYING);
        return histories.lifetime(request.process()).death() <= tidied
                || histories.faults().stream().anyMatch(fault -> fault.touches(request.asked(), tidied));
    }

    private static Violation violation(ObservedGrant seen) {
        String words =
                "the database kept the lock under token %d for %s, for %s at least, but nobody was told of that grant"
                        .formatted(seen.token(), seen.owner(), Moments.span(seen.last() - seen.first()));
        return new Violation(Rule.UNKNOWN_GRANT, seen.lock(), seen.first(), words, List.of());
    }
}
